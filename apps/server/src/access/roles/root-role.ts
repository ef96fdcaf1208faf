import { invalid } from '../../platform/errors.ts'
import type { Tx } from '../../platform/write.ts'
import { lockRootRoles } from './queries.ts'

/** The number of the root role with this number or name. */
export async function requireRootRole(tx: Tx, wanted: number | string): Promise<number> {
  const roles = await lockRootRoles(tx)
  const role = roles.find(({ id, name }) => id === wanted || name === wanted)
  if (!role) throw invalid(`There is no root role called ${wanted}.`, 'rootRole')
  return role.id
}
