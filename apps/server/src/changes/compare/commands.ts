import { type PromotedFlag, Promotion } from '@flagstaff/contract/compare'
import Type from 'typebox'
import { disableFlags, enableFlags, type FlagState, setRules, setVariants } from '../../flags/index.ts'
import { ChangedMeanwhile } from '../../platform/database/failures.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { refuseNewer } from '../../platform/write/basis.ts'
import { command, executeAll, type Order } from '../../platform/write/commands.ts'
import { lockTogether } from '../../platform/write/locks.ts'
import type { Tx } from '../../platform/write/write.ts'
import { listBoth } from './queries.ts'
import { promoteRules } from './rules.ts'

/**
 * Copies selected differences from one environment to another. They are executed as separate commands, so each is
 * checked in the target environment, but all are one change.
 */
export const promote = command({
  name: 'environment.promote',
  proposable: true,
  input: Type.Interface([Promotion], { project: Type.String() }),
  permission: [
    'UPDATE_FEATURE_ENVIRONMENT',
    'CREATE_FEATURE_STRATEGY',
    'UPDATE_FEATURE_STRATEGY',
    'DELETE_FEATURE_STRATEGY',
    'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
  ],
  scope: ({ project, to }) => ({ project, environment: to }),
  async run(tx, { project, from, to, features, basis }) {
    const names = features.map(({ feature }) => feature)
    if (new Set(names).size < names.length) throw invalid('A flag is named twice.', 'features')
    const states = await lockBoth(tx, { project, from, to }, names)
    // Check both environments: the copied state must be the one the user saw in the comparison.
    if (basis !== undefined) await refuseNewer(tx, basis, { flags: names, environments: [from, to] })
    const byName = new Map(states.map((flag) => [flag.name, flag]))
    const chosen = features.map((wanted) => {
      const flag = byName.get(wanted.feature)
      if (!flag) throw notFound('flag', wanted.feature)
      return { wanted, ...sidesOf(flag, from, to) }
    })
    return executeAll(tx, ordersFor({ project, environment: to }, chosen))
  },
  inverse: (_input, undo) => undo ?? [],
})

/** Locks the flags until the commit. Segments are locked before flags, so they are looked up first. */
async function lockBoth(tx: Tx, places: { project: string; from: string; to: string }, flags: string[]) {
  const read = () => listBoth(tx.read, tx.caller.viewer, places, flags)
  const segments = segmentsOf(await read())
  await lockTogether(tx, [], [{ flags, segments }])
  const states = await read()
  if (segmentsOf(states).some((id) => !segments.includes(id))) throw new ChangedMeanwhile('a rule')
  return states
}

const segmentsOf = (flags: readonly FlagState[]): number[] =>
  flags.flatMap(({ environments }) =>
    environments.flatMap(({ rules }) => rules.flatMap((rule) => rule.segments)),
  )

const nothing = { enabled: false, variants: [], rules: [] }

const sidesOf = ({ name, environments }: FlagState, from: string, to: string) => {
  const at = (place: string) => environments.find(({ environment }) => environment === place) ?? nothing
  return { flag: name, source: at(from), target: at(to) }
}

type Chosen = ReturnType<typeof sidesOf> & { wanted: PromotedFlag }

function ordersFor(place: { project: string; environment: string }, chosen: readonly Chosen[]): Order[] {
  const { project, environment } = place
  const switched = (on: boolean) =>
    chosen
      .filter(
        ({ wanted, source, target }) => wanted.enabled && source.enabled === on && target.enabled !== on,
      )
      .map(({ flag }) => flag)
  const [off, on] = [switched(false), switched(true)]
  const sets = chosen
    .filter(({ wanted }) => (wanted.rules?.length ?? 0) > 0 || wanted.order)
    .map(({ flag, wanted, source, target }) => ({
      flag,
      rules: promoteRules(source.rules, target.rules, wanted),
    }))
  return [
    ...(off.length > 0 ? [disableFlags.with({ ...place, flags: off })] : []),
    ...(sets.length > 0 ? [setRules.with({ ...place, sets })] : []),
    ...chosen
      .filter(({ wanted }) => wanted.variants)
      .map(({ flag, source }) =>
        setVariants.with({
          project,
          flag,
          environments: [environment],
          variants: source.variants,
          evenFirst: true,
        }),
      ),
    ...(on.length > 0 ? [enableFlags.with({ ...place, flags: on })] : []),
  ]
}
