import { Pair, type Side } from '../pairs.ts'
import { type Body, type Player, scenario } from '../player.ts'

const ROUNDS = 20
const featureName = 'read-at-once'
const environment = 'development'

/** Scripts use a new token at once, and read their own changes. */
export const immediateReads = scenario('immediate-reads', async (player) => {
  const { call, counts } = player
  await call('createFeature', { body: { name: featureName } })
  const token = async (type: string) =>
    (await call('createApiToken', { body: { tokenName: `${featureName}-${type}`, type, environment } })).pick(
      ({ secret }) => secret,
    )
  const readers = { backend: await token('client'), frontend: await token('frontend') }
  const refused = { ours: 0, theirs: 0 }
  const stale = { ours: 0, theirs: 0 }
  for (const side of ['ours', 'theirs'] as const)
    for (let round = 0; round < ROUNDS; round++) {
      if (!(await opensAtOnce(player, side, round))) refused[side]++
      if (!(await readsItsChange(player, side, { ...readers, on: round % 2 === 0 }))) stale[side]++
    }
  counts.push({ name: 'new tokens refused at once', of: ROUNDS, ...refused })
  counts.push({ name: 'flags read as they were before the change', of: ROUNDS, ...stale })
})

async function opensAtOnce({ ask }: Player, side: Side, round: number): Promise<boolean> {
  const made = await ask(side, 'createApiToken', {
    body: { tokenName: `at-once-${round}`, type: 'client', environment },
  })
  const { secret } = made.body
  const { status } = await ask(side, 'getAllClientFeatures', { as: new Pair(secret, secret) })
  await ask(side, 'deleteApiToken', { path: { token: secret } })
  return status === 200
}

async function readsItsChange(
  { ask }: Player,
  side: Side,
  { backend, frontend, on }: { backend: Pair; frontend: Pair; on: boolean },
): Promise<boolean> {
  await ask(side, on ? 'toggleFeatureEnvironmentOn' : 'toggleFeatureEnvironmentOff', {
    path: { featureName, environment },
  })
  const named = (list: Body[]) => list.find(({ name }) => name === featureName)
  const all = await ask(side, 'getAllClientFeatures', { as: backend })
  const evaluated = await ask(side, 'getFrontendFeatures', { as: frontend })
  return named(all.body.features)?.enabled === on && (named(evaluated.body.toggles) !== undefined) === on
}
