import { invalid } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { lockRootRoles } from './queries.ts'

/** The id of the root role with this id or name. */
export async function requireRootRole(tx: Tx, wanted: number | string): Promise<number> {
  const roles = await lockRootRoles(tx)
  const role = roles.find(({ id, name }) => id === wanted || name === wanted)
  if (!role) throw invalid(`The root role ${wanted} does not exist.`, 'rootRole')
  return role.id
}
