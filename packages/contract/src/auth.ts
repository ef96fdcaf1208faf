import Type, { type Static } from 'typebox'
import { AdminPermission } from './access.ts'
import { Role } from './accounts.ts'
import { closed, Nullable, named } from './schema.ts'

export const ChangePassword = named(
  'changePasswordSchema',
  Type.Object(
    {
      token: Type.String(),
      password: Type.String(),
      account: Type.Optional(
        Type.Object(
          {
            name: Type.Optional(Type.String({ maxLength: 254 })),
            username: Type.Optional(Type.String({ maxLength: 254 })),
            email: Type.Optional(Type.String({ maxLength: 254 })),
          },
          { ...closed, description: 'Details of the first administrator. Only read with a setup link.' },
        ),
      ),
    },
    closed,
  ),
)
export type ChangePassword = Static<typeof ChangePassword>

export const Email = named('emailSchema', Type.Object({ email: Type.String() }, closed))
export type Email = Static<typeof Email>

export const TokenUser = named(
  'tokenUserSchema',
  Type.Object(
    {
      id: Type.Integer(),
      name: Type.Optional(Type.String()),
      email: Type.String(),
      token: Type.String(),
      createdBy: Nullable(Type.String()),
      role: Role,
    },
    closed,
  ),
)
export type TokenUser = Static<typeof TokenUser>

export const ValidatePassword = named(
  'validatePasswordSchema',
  Type.Object({ password: Type.String() }, closed),
)
export type ValidatePassword = Static<typeof ValidatePassword>

export const Login = named(
  'loginSchema',
  Type.Object({ username: Type.String(), password: Type.String() }, closed),
)
export type Login = Static<typeof Login>

/** Where a script continues: a page of the interface, or the identity provider of the session. */
export const SignedOut = named('signedOutSchema', Type.Object({ location: Type.String() }, closed))

export const AdminPermissions = named(
  'adminPermissionsSchema',
  Type.Object(
    {
      permissions: Type.Object(
        {
          environments: Type.Array(
            Type.Object({ name: Type.String(), permissions: Type.Array(AdminPermission) }, closed),
          ),
          project: Type.Array(AdminPermission),
          root: Type.Optional(Type.Array(AdminPermission)),
        },
        closed,
      ),
      version: Type.Enum([1, 2]),
    },
    closed,
  ),
)
export type AdminPermissions = Static<typeof AdminPermissions>

export const LinkQuery = Type.Object({ token: Type.String() })
