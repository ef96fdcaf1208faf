import Type, { type Static } from 'typebox'
import { Group } from './accounts.ts'
import { closed, Nullable, named, RowId } from './schema.ts'

export const CreateGroup = named(
  'createGroupSchema',
  Type.Object({
    name: Type.String(),
    description: Type.Optional(Nullable(Type.String())),
    mappingsSSO: Type.Optional(Type.Array(Type.String())),
    rootRole: Type.Optional(Nullable(Type.Number())),
    users: Type.Optional(Type.Array(Type.Object({ user: Type.Object({ id: RowId }) }))),
  }),
)
export type CreateGroup = Static<typeof CreateGroup>

export const Groups = named('groupsSchema', Type.Object({ groups: Type.Optional(Type.Array(Group)) }, closed))
export type Groups = Static<typeof Groups>

export const GroupParams = Type.Object({ groupId: RowId })
