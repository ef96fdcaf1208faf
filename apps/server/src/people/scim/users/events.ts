import type { User } from '@flagstaff/contract/accounts'
import type { NewEvent } from '../../../platform/write/write.ts'

const described = ({ id, username, email, name, rootRole }: User) => ({ id, username, email, name, rootRole })

/** SCIM now manages an account that already existed. */
export const userTakenOver = (user: User): NewEvent => ({
  type: 'user-updated',
  data: { ...described(user), managedByScim: true },
  preData: described(user),
})
