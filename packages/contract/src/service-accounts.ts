import Type, { type Static } from 'typebox'
import { Role } from './accounts.ts'
import { closed, Nullable, named, RowId } from './schema.ts'
import { Pat } from './tokens.ts'

export const ServiceAccount = named(
  'serviceAccountSchema',
  Type.Object(
    {
      objectVersion: Type.Optional(Type.Integer()),
      createdAt: Type.Optional(Type.String({ format: 'date-time' })),
      id: Type.Number(),
      imageUrl: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
      rootRole: Type.Optional(Type.Integer()),
      seenAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      tokens: Type.Optional(Type.Array(Pat)),
      username: Type.Optional(Type.String()),
    },
    closed,
  ),
)
export type ServiceAccount = Static<typeof ServiceAccount>

export const ServiceAccounts = named(
  'serviceAccountsSchema',
  Type.Object(
    { rootRoles: Type.Optional(Type.Array(Role)), serviceAccounts: Type.Array(ServiceAccount) },
    closed,
  ),
)
export type ServiceAccounts = Static<typeof ServiceAccounts>

export const CreateServiceAccount = named(
  'createServiceAccountSchema',
  Type.Object({ name: Type.String(), rootRole: Type.Integer(), username: Type.String() }),
)
export type CreateServiceAccount = Static<typeof CreateServiceAccount>

export const UpdateServiceAccount = named(
  'updateServiceAccountSchema',
  Type.Object({ name: Type.Optional(Type.String()), rootRole: Type.Optional(Type.Integer()) }),
)
export type UpdateServiceAccount = Static<typeof UpdateServiceAccount>

export const ServiceAccountParams = Type.Object({ id: RowId })
export const ServiceAccountTokenParams = Type.Object({ id: RowId, tokenId: RowId })
