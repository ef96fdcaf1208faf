import { AppError, limitReached, notFound } from '../platform/errors.ts'
import type { Tx } from '../platform/write.ts'
import { countActiveFlags, countFlagsAlone, findProjectRules, type ProjectRules } from './queries.ts'

/** How many flags the installation may hold, for commands that add one. */
export const flagLimit = { name: 'featureFlags', resource: 'flags', count: countActiveFlags } as const

export async function makeRoomForAll(tx: Tx, project: string, more: number) {
  const most = tx.limits.featureFlags
  if ((await countActiveFlags(tx)) + more > most) throw limitReached('flags', most)
  await makeRoom(tx, project, more)
}

/** Refuses more flags than the project may hold. Gives what else the project asks. */
export async function makeRoom(tx: Tx, project: string, more = 1): Promise<ProjectRules> {
  const rules = await findProjectRules(tx.read, project)
  if (!rules) throw notFound('project', project)
  const { featureLimit } = rules
  if (featureLimit !== null && (await countFlagsAlone(tx, project)) + more > featureLimit) {
    throw new AppError('projectFull', { name: project, limit: featureLimit })
  }
  return rules
}
