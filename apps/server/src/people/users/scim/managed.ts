import { forbidden } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/write/write.ts'
import type { KnownUser } from '../../auth/index.ts'
import { isScimOn } from './queries.ts'

/** Refuses edits of accounts that SCIM manages, since the next sync would overwrite them. */
export async function refuseManaged(tx: Tx, user: KnownUser): Promise<void> {
  if (!('scimId' in user) || !(await isScimOn(tx.read))) return
  throw forbidden('This account is managed by SCIM. Change it at the identity provider.')
}
