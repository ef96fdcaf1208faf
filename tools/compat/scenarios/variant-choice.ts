import { isDeepStrictEqual } from 'node:util'
import { type Body, type Player, scenario } from '../player.ts'

const environment = 'production'
const PEOPLE = 40
const person = (number: number) => ({
  userId: `user-${number}`,
  sessionId: `session-${number * 7}`,
  'properties[plan]': `plan-${number % 9}`,
})
const everybody = Array.from({ length: PEOPLE }, (_, number) => person(number))

const variants = (...stickiness: string[]) =>
  ['blue', 'green', 'red'].map((name, index) => ({
    name,
    weight: [334, 333, 333][index],
    weightType: 'variable',
    stickiness: stickiness[index % stickiness.length],
  }))
const rollout = (stickiness: string, percent: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout: percent, stickiness },
  variants: variants(stickiness),
})
const grouped = (stickiness: string, percent: string, list: object[]) => ({
  name: 'flexibleRollout',
  parameters: { rollout: percent, stickiness, groupId: 'a-group' },
  variants: list,
})

/** Both servers use the name of the flag as the default group of a new rollout. */
const made: Record<string, object> = {
  bare: { name: 'flexibleRollout', variants: variants('default') },
  all: rollout('default', '100'),
  users: rollout('userId', '100'),
  sessions: rollout('sessionId', '100'),
  half: rollout('userId', '50'),
  plans: rollout('plan', '100'),
}

const always = (stickiness: string) => ({
  name: 'default',
  parameters: {},
  variants: variants(stickiness),
})

/** Clients hash the group unchanged; a missing group must not be replaced by the name of the flag. */
const brought: Record<string, object> = {
  default: always('default'),
  users: always('userId'),
  sessions: always('sessionId'),
  plans: always('plan'),
}

const withOwnStickiness: Record<string, object> = {
  'users-sessions': grouped('userId', '100', variants('sessionId')),
  'sessions-users': grouped('sessionId', '100', variants('userId')),
  'users-plans': grouped('userId', '60', variants('plan')),
  mixed: grouped('default', '100', variants('sessionId', 'userId', 'plan')),
  'plans-default': grouped('plan', '100', variants('default')),
}

const placesOf = (prefix: string, rules: object) =>
  Object.keys(rules).map((name) => ({ featureName: `${prefix}-${name}`, environment }))

export const variantsWithoutGroup = scenario('variants-without-group', async (player) => {
  const { call } = player
  for (const [name, rule] of Object.entries(made)) await make(player, `made-${name}`, rule)
  await bring(player, 'brought', brought)
  const imported = placesOf('brought', brought)
  for (const path of imported) await call('getFeatureStrategies', { path })
  const names = [...placesOf('made', made), ...imported].map(({ featureName }) => featureName)
  await choose(player, 'variants without groupId that differ', names)

  // Known differences, tested on separate flags.
  await make(player, 'ungrouped-new', always('default'))
  await bring(player, 'ungrouped', { rollout: rollout('userId', '100') })
  await call('getFeatureStrategies', { path: { featureName: 'ungrouped-rollout', environment } })
})

async function make({ call }: Player, featureName: string, rule: object) {
  const path = { featureName, environment }
  await call('createFeature', { body: { name: featureName } })
  await call('addFeatureStrategy', { path, body: rule })
  await call('toggleFeatureEnvironmentOn', { path })
}

export const importedStickiness = scenario('imported-stickiness', async (player) => {
  await bring(player, 'sticky', withOwnStickiness)
  const imported = placesOf('sticky', withOwnStickiness)
  for (const path of imported) await player.call('getFeatureStrategies', { path })
  const names = imported.map(({ featureName }) => featureName)
  await choose(player, 'variants that differ after an import', names)
})

/** Imports a flag for each rule, turned on. */
async function bring({ call }: Player, prefix: string, rules: Record<string, object>) {
  const named = Object.entries(rules).map(([name, rule]) => ({ featureName: `${prefix}-${name}`, rule }))
  const data = {
    features: named.map(({ featureName }) => ({ name: featureName, type: 'experiment' })),
    featureStrategies: named.map(({ featureName, rule }) => ({
      ...rule,
      id: featureName,
      featureName,
      constraints: [],
      segments: [],
    })),
    featureEnvironments: named.map(({ featureName }) => ({
      name: featureName,
      featureName,
      environment,
      enabled: true,
      variants: [],
    })),
    contextFields: [],
    featureTags: [],
    segments: [],
    tagTypes: [],
    dependencies: [],
  }
  const body = { project: 'default', environment, data }
  await call('validateImport', { body, look: ({ errors }) => ({ errors }) })
  await call('importToggles', { body })
}

/** Gets the variants of all users from both servers. Flags with only one variant would prove nothing. */
async function choose({ call, counts }: Player, name: string, names: string[]) {
  const made = await call('createApiToken', { body: { tokenName: name, type: 'frontend', environment } })
  const as = made.pick(({ secret }) => secret)
  const chosen = ({ toggles }: Body) =>
    Object.fromEntries(
      names.map((name) => [name, toggles.find((one: Body) => one.name === name)?.variant ?? null]),
    )
  // The last flag is on for everyone, and was created last.
  const settled = (body: Body) => chosen(body)[names.at(-1) ?? ''] !== null
  const seen = new Map(names.map((name) => [name, new Set<string>()]))
  let differing = 0
  await call('getFrontendFeatures', { as, query: person(0), look: chosen, until: settled })
  for (const query of everybody) {
    const reply = await call('getFrontendFeatures', { as, query, look: chosen })
    const [ours, theirs] = [chosen(reply.ours.body), chosen(reply.theirs.body)]
    for (const [name, variants] of seen) {
      if (!isDeepStrictEqual(ours[name], theirs[name])) differing++
      if (theirs[name]) variants.add(theirs[name].name)
    }
  }
  counts.push({ name, of: names.length * PEOPLE, ours: differing })
  const unvaried = names.filter((name) => (seen.get(name)?.size ?? 0) < 2)
  counts.push({ name: 'flags with one variant for everybody', of: names.length, ours: unvaried.length })
}
