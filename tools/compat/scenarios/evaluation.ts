import { scenario } from '../player.ts'

const environment = 'production'
const variant = (name: string, weight: number) => ({
  name,
  weight,
  weightType: 'variable',
  stickiness: 'userId',
  payload: { type: 'string', value: name },
})
const one = (contextName: string, operator: string, value: string) => ({ contextName, operator, value })
const any = (contextName: string, operator: string, ...values: string[]) => ({
  contextName,
  operator,
  values,
})

/** Each flag with its rule. */
const rules: Record<string, object> = {
  half: { parameters: { rollout: '50', stickiness: 'userId', groupId: 'half' } },
  third: {
    parameters: { rollout: '33', stickiness: 'default', groupId: 'third' },
    variants: [variant('blue', 500), variant('green', 500), variant('red', 500)],
  },
  tenth: { parameters: { rollout: '10', stickiness: 'plan', groupId: 'tenth' } },
  none: { parameters: { rollout: '0', stickiness: 'userId', groupId: 'none' } },
  named: { constraints: [any('userId', 'IN', '3', '5', '7')] },
  unnamed: { constraints: [any('userId', 'NOT_IN', '3', '5', '7')] },
  starts: { constraints: [any('email', 'STR_STARTS_WITH', 'a', 'B')] },
  ends: { constraints: [{ ...any('email', 'STR_ENDS_WITH', '.COM'), caseInsensitive: true }] },
  contains: { constraints: [{ ...any('email', 'STR_CONTAINS', '@'), inverted: true }] },
  adult: { constraints: [one('age', 'NUM_GTE', '18')] },
  young: { constraints: [one('age', 'NUM_LT', '18.5')] },
  newer: { constraints: [one('version', 'SEMVER_GT', '1.2.3')] },
  exact: { constraints: [one('version', 'SEMVER_EQ', '2.0.0-rc.1')] },
  since: { constraints: [one('currentTime', 'DATE_AFTER', '2020-01-01T00:00:00.000Z')] },
  until: { constraints: [one('currentTime', 'DATE_BEFORE', '2020-01-01T00:00:00.000Z')] },
  both: { constraints: [any('plan', 'IN', 'gold'), one('age', 'NUM_GT', '30')] },
  shaped: { constraints: [one('email', 'REGEX', '^[a-c].*@example')] },
}
const names = Object.keys(rules).map((name) => `eval-${name}`)

/** Both servers evaluate the same for the same users. */
export const evaluation = scenario('evaluation', async ({ call }) => {
  const made = await call('createApiToken', { body: { tokenName: 'eval', type: 'frontend', environment } })
  const as = made.pick(({ secret }) => secret)
  for (const [name, rule] of Object.entries(rules)) {
    const path = { featureName: `eval-${name}`, environment }
    await call('createFeature', { body: { name: path.featureName } })
    await call('addFeatureStrategy', { path, body: { name: 'flexibleRollout', ...rule } })
    await call('toggleFeatureEnvironmentOn', { path })
  }
  const look = ({ toggles }: { toggles: { name: string }[] }) =>
    toggles.filter(({ name }) => names.includes(name)).sort((a, b) => (a.name < b.name ? -1 : 1))
  const settled = ({ toggles }: { toggles: { name: string }[] }) =>
    toggles.some(({ name }) => name === 'eval-shaped')
  await call('getFrontendFeatures', {
    as,
    look,
    until: settled,
    query: { userId: '1', email: 'a@example.com' },
  })
  for (let number = 1; number <= 25; number++) {
    const query = {
      userId: String(number),
      sessionId: `s-${number}`,
      email: `${'abcde'[number % 5]}${number}@example.${number % 2 ? 'com' : 'org'}`,
      age: String(number * 2),
      plan: ['gold', 'silver', 'none'][number % 3],
      version: ['1.2.3', '1.10.0', '2.0.0-rc.1', '0.9', 'v2.0.0'][number % 5],
    }
    await call('getFrontendFeatures', { as, look, query })
    const { userId, sessionId, ...properties } = query
    await call('getFrontendApiFeaturesWithPost', {
      as,
      look,
      body: { context: { userId, sessionId, properties } },
    })
  }
})
