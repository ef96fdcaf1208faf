import type { KnownUser } from '../../auth/index.ts'
import { forbidden } from '../../platform/errors.ts'
import type { Tx } from '../../platform/write.ts'
import { isScimOn } from './queries.ts'

/** While the identity provider keeps an account by SCIM, it is changed there: its next word would win anyway. */
export async function refuseManaged(tx: Tx, user: KnownUser): Promise<void> {
  if (!('scimId' in user) || !(await isScimOn(tx.read))) return
  throw forbidden('This account is managed by SCIM. Change it at the identity provider.')
}
