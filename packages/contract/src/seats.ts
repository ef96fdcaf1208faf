import Type, { type Static } from 'typebox'
import { closed, named } from './schema.ts'

const LicensedUser = named(
  'licensedUserSchema',
  Type.Object({ count: Type.Integer({ minimum: 0 }), date: Type.String({ format: 'date-time' }) }, closed),
)

export const LicensedUsers = named(
  'licensedUsersSchema',
  Type.Object(
    {
      licensedUsers: Type.Object({
        current: Type.Integer({ minimum: 0 }),
        history: Type.Array(LicensedUser),
      }),
      seatCount: Type.Integer({ minimum: 0 }),
    },
    closed,
  ),
)
export type LicensedUsers = Static<typeof LicensedUsers>
