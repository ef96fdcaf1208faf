import type { User } from '@flagstaff/contract/accounts'
import type { NewEvent } from '../../platform/write.ts'

const described = ({ id, username, email, name, rootRole }: User) => ({ id, username, email, name, rootRole })

/** From now on the identity provider keeps an account that was here before. */
export const userTakenOver = (user: User): NewEvent => ({
  type: 'user-updated',
  data: { ...described(user), managedByScim: true },
  preData: described(user),
})
