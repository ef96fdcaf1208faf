import { RestoreEnvironment } from '@flagstaff/contract/what-changed'
import Type from 'typebox'
import {
  disableFlags,
  enableFlags,
  type FlagState,
  listStates,
  setRules,
  setVariants,
} from '../../../flags/index.ts'
import { ChangedMeanwhile } from '../../../platform/database/failures.ts'
import { invalid, notFound } from '../../../platform/errors.ts'
import { refuseNewer } from '../../../platform/write/basis.ts'
import { command, executeAll, type Order } from '../../../platform/write/commands.ts'
import { lockTogether } from '../../../platform/write/locks.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { readMoment } from '../../playground/index.ts'
import { listSegments } from '../queries.ts'
import { obstacleTexts, type RestoreObstacle, segmentObstacle } from './obstacles.ts'
import { findServed, listAddedRules, listCreatedSince, type Served } from './queries.ts'
import { rulesBack } from './rules.ts'

type Place = { project: string; environment: string; feature: string; revision: number }

/**
 * Sets a flag in an environment to what was served at a revision. It is executed as separate commands, so each is
 * checked, but all are one change.
 */
export const restoreEnvironment = command({
  name: 'environment.restore',
  proposable: true,
  input: Type.Interface([RestoreEnvironment], { project: Type.String(), environment: Type.String() }),
  permission: [
    'UPDATE_FEATURE_ENVIRONMENT',
    'CREATE_FEATURE_STRATEGY',
    'UPDATE_FEATURE_STRATEGY',
    'DELETE_FEATURE_STRATEGY',
    'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
  ],
  scope: ({ project, environment }) => ({ project, environment }),
  async run(tx, { basis, ...asked }) {
    const { revision } = await readMoment(tx.read, { atRevision: asked.revision })
    const place = { ...asked, revision }
    const past = await findServed(tx.read, { ...place, flag: place.feature })
    const flag = await lockFlag(tx, place, past)
    if (basis !== undefined)
      await refuseNewer(tx, basis, { flags: [place.feature], environments: [place.environment] })
    if (past?.doc.project !== place.project) throw refused('notYet')
    const recreated = await listCreatedSince(tx.read, [place.feature], revision)
    if (recreated.size > 0) throw refused('recreated')
    return executeAll(tx, await ordersFor(tx, place, { past, flag }))
  },
  inverse: (_input, undo) => undo ?? [],
})

const refused = (obstacle: RestoreObstacle) => invalid(obstacleTexts[obstacle], 'feature')

/** Locks the flag until the commit. Segments are locked before flags, so they are looked up first. */
async function lockFlag(tx: Tx, { project, environment, feature }: Place, past: Served | undefined) {
  const read = async () => {
    const [flag] = await listStates(tx.read, tx.caller.viewer, { names: [feature] }, [environment])
    if (flag?.project !== project) throw notFound('flag', feature)
    return flag
  }
  const old = past?.doc.strategies.flatMap((rule) => rule.segments) ?? []
  const segments = [...new Set([...segmentsOf(await read()), ...old])]
  await lockTogether(tx, [], [{ flags: [feature], segments }])
  const flag = await read()
  if (segmentsOf(flag).some((id) => !segments.includes(id))) throw new ChangedMeanwhile('a rule')
  return flag
}

const segmentsOf = ({ environments }: FlagState): number[] =>
  environments.flatMap(({ rules }) => rules.flatMap((rule) => rule.segments))

async function ordersFor(
  tx: Tx,
  { project, environment, feature: flag, revision }: Place,
  { past, flag: { environments } }: { past: Served; flag: FlagState },
): Promise<Order[]> {
  const state = environments.find((one) => one.environment === environment)
  if (!state) throw notFound('environment', environment)
  if (state.plan) throw refused('planned')
  const { enabled, strategies } = past.doc
  const variants = past.doc.variants as typeof state.variants
  if (enabled && strategies.length === 0) throw refused('noRules')
  const used = state.rules.flatMap((rule) => rule.segments)
  const segments = strategies.flatMap((rule) => rule.segments).filter((id) => !used.includes(id))
  const known = await listSegments(tx.read, tx.caller.viewer, segments)
  const obstacle = segmentObstacle(segments, known, project)
  if (obstacle) throw refused(obstacle)
  const added = await listAddedRules(tx.read, { flag, environment, revision })
  const rules = rulesBack(past, state.rules, added)
  const place = { project, environment }
  const changesVariants = JSON.stringify(variants) !== JSON.stringify(state.variants)
  return [
    ...(state.enabled && !enabled ? [disableFlags.with({ ...place, flags: [flag] })] : []),
    setRules.with({ ...place, sets: [{ flag, rules }] }),
    ...(changesVariants
      ? [setVariants.with({ project, flag, environments: [environment], variants, evenFirst: true })]
      : []),
    ...(enabled && !state.enabled ? [enableFlags.with({ ...place, flags: [flag] })] : []),
  ]
}
