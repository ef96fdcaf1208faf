import { type PromotedFlag, Promotion } from '@flagstaff/contract/compare'
import Type from 'typebox'
import { disableFlags, enableFlags, type FlagState, setRules, setVariants } from '../flags/index.ts'
import { refuseNewer } from '../platform/basis.ts'
import { command, type Order, performAll } from '../platform/commands.ts'
import { invalid, notFound } from '../platform/errors.ts'
import { ChangedMeanwhile } from '../platform/failures.ts'
import { lockTogether } from '../platform/locks.ts'
import type { Tx } from '../platform/write.ts'
import { listBoth } from './queries.ts'
import { promoteRules } from './rules.ts'

/**
 * Copies chosen differences from one environment to another, as the commands one would give by hand: each is judged in
 * the environment that changes, and all of them are one change.
 */
export const promote = command({
  name: 'environment.promote',
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
    // Both sides: what was copied would otherwise not be what somebody looked at.
    if (basis !== undefined) await refuseNewer(tx, basis, { flags: names, environments: [from, to] })
    const byName = new Map(states.map((flag) => [flag.name, flag]))
    const chosen = features.map((wanted) => {
      const flag = byName.get(wanted.feature)
      if (!flag) throw notFound('flag', wanted.feature)
      return { wanted, ...sidesOf(flag, from, to) }
    })
    return performAll(tx, ordersFor({ project, environment: to }, chosen))
  },
  inverse: (_input, undo) => undo ?? [],
})

/** The flags as they are and stay until we commit. Segments are locked before flags, so they are looked up first. */
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
