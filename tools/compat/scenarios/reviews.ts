import { Pair, type Side } from '../pairs.ts'
import { type Player, type Request, scenario } from '../player.ts'

const featureName = 'reviewed'
const environment = 'development'
const place = { featureName, environment }
const gradual = {
  name: 'flexibleRollout',
  parameters: { rollout: '40', stickiness: 'userId', groupId: featureName },
}
const changes: [string, Request][] = [
  ['addFeatureStrategy', { path: place, body: { ...gradual, title: 'Some', constraints: [constraint()] } }],
  [
    'addFeatureStrategy',
    { path: place, body: { ...gradual, variants: [variant('a', 300), variant('b', 700)] } },
  ],
  ['toggleFeatureEnvironmentOn', { path: place }],
]

/** What a review applies is what the same changes are in the reference, which makes them directly. */
export const reviews = scenario('reviews', async (player) => {
  const { call, ask } = player
  await call('createFeature', { body: { name: featureName } })
  const token = await call('createApiToken', {
    body: { tokenName: featureName, type: 'client', environment },
  })
  await protect(player, true)
  let id: unknown
  for (const [operation, request] of changes) {
    await ask('theirs', operation, request)
    const proposed = await ask('ours', operation, { ...request, headers: { prefer: 'propose' } })
    id = proposed.body.id
  }
  for (const state of ['In review', 'Approved', 'Applied'])
    await ask('ours', 'updateChangeRequestState', { path: { id }, body: { state } })
  const [ours, theirs] = await Promise.all([rulesOf(player, 'ours'), rulesOf(player, 'theirs')])
  const missing = changes.length - 1 - ours.length
  player.counts.push({
    name: 'rules of a review that were not applied',
    of: changes.length - 1,
    ours: missing,
  })
  for (const [index, rule] of ours.entries()) player.twins(new Pair(rule, theirs[index]))
  await call('getFeatureStrategies', { path: place })
  await call('getFeature', { path: place })
  await call('getAllClientFeatures', { as: token.pick(({ secret }) => secret) })
  await protect(player, false)
})

const protect = ({ ask }: Player, changeRequestsEnabled: boolean) =>
  ask('ours', 'updateProjectChangeRequestConfig', {
    body: { changeRequestsEnabled },
    headers: { 'x-change-reason': 'comparison' },
  })

async function rulesOf({ ask }: Player, side: Side): Promise<unknown[]> {
  const { body } = await ask(side, 'getFeatureStrategies', { path: place })
  return body.map(({ id }: { id: unknown }) => id)
}

function constraint() {
  return {
    contextName: 'country',
    operator: 'IN',
    values: ['NO', 'SE'],
    inverted: false,
    caseInsensitive: false,
  }
}

function variant(name: string, weight: number) {
  return { name, weight, weightType: 'variable', stickiness: 'userId' }
}
