import { AppError, limitReached, notFound } from '../platform/errors.ts'
import type { Tx } from '../platform/write/write.ts'
import { countActiveFlags, countFlagsAlone, findProjectRules, type ProjectRules } from './queries.ts'

/** The flag limit of the installation, for commands that add a flag. */
export const flagLimit = { name: 'featureFlags', resource: 'flags', count: countActiveFlags } as const

export async function checkFlagLimits(tx: Tx, project: string, more: number) {
  const most = tx.limits.featureFlags
  if ((await countActiveFlags(tx)) + more > most) throw limitReached('flags', most)
  await checkProjectLimit(tx, project, more)
}

/** Refuses to exceed the flag limit of the project. Returns the flag settings of the project. */
export async function checkProjectLimit(tx: Tx, project: string, more = 1): Promise<ProjectRules> {
  const rules = await findProjectRules(tx.read, project)
  if (!rules) throw notFound('project', project)
  const { featureLimit } = rules
  if (featureLimit !== null && (await countFlagsAlone(tx, project)) + more > featureLimit) {
    throw new AppError('projectFull', { name: project, limit: featureLimit })
  }
  return rules
}
