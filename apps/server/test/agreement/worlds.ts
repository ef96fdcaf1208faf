import fc from 'fast-check'

/** Everything in an import file that all evaluators should evaluate alike. */
export type Context = {
  userId?: string
  sessionId?: string
  remoteAddress: string
  appName: string
  environment: string
  properties: Record<string, string>
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 })
const some = <T>(value: fc.Arbitrary<T>, most: number) => fc.array(value, { minLength: 1, maxLength: most })
const person = fc.nat(400).map(String)
const group = maybe(fc.constantFrom('g', 'checkout', 'a:b', 'undefined', ''))
const percentage = maybe(fc.constantFrom('0', '1', '25', '50', '73', '99', '100', ''))
const stickiness = maybe(fc.constantFrom('default', 'userId', 'sessionId', 'country', 'random', ''))
const countries = ['NO', 'SE', 'DE', 'no', 'NOR']
const versions = ['1.2.3', '1.2.4', '1.10.0', '2.0.0-rc.1', '2.0.0']
const numbers = ['0', '7', '17.5', '-5', '1e3', '1000']
const addresses = ['10.0.0.1', '10.0.7.9', '192.168.1.20', '2001:db8::1', '2001:db8:ffff::2']
const ranges = ['10.0.0.0/8', '10.0.0.0/24', '192.168.1.20', '2001:db8::/33', '0.0.0.0/0']
const patterns = ['^N', '(?i)no', 'O$', '[A-Z]{3}', 'x']

const listed = (contextName: string, operators: string[], values: readonly string[]) =>
  fc.record({
    contextName: fc.constant(contextName),
    operator: fc.constantFrom(...operators),
    values: some(fc.constantFrom(...values), 3),
    inverted: maybe(fc.boolean()),
    caseInsensitive: maybe(fc.boolean()),
  })
const single = (contextName: string, operators: string[], values: readonly string[]) =>
  fc.record({
    contextName: fc.constant(contextName),
    operator: fc.constantFrom(...operators),
    value: fc.constantFrom(...values),
    inverted: operators.includes('REGEX') ? fc.constant(undefined) : maybe(fc.boolean()),
    caseInsensitive: maybe(fc.boolean()),
  })
const compared = (family: string) =>
  ['EQ', 'GT', 'GTE', 'LT', 'LTE'].map((comparison) => `${family}_${comparison}`)
const texts = ['IN', 'NOT_IN', 'STR_CONTAINS', 'STR_STARTS_WITH', 'STR_ENDS_WITH']

const constraint = fc.oneof(
  listed('country', texts, countries),
  listed('missing', texts, countries),
  listed('userId', ['IN', 'NOT_IN'], ['1', '2', '3', '4', '5']),
  listed('appName', ['IN', 'NOT_IN'], ['shop', 'other']),
  listed('environment', ['IN', 'NOT_IN'], ['development', 'production']),
  listed('remoteAddress', ['IN_CIDR'], ranges),
  single('age', compared('NUM'), numbers),
  single('version', compared('SEMVER'), versions),
  single('country', ['REGEX'], patterns),
  single('currentTime', ['DATE_AFTER', 'DATE_BEFORE'], ['2001-02-03T04:05:06Z', '2101-02-03T04:05:06+02:00']),
)

const payload = maybe(
  fc.constantFrom(
    { type: 'string', value: 'text' },
    { type: 'json', value: '{"a":1}' },
    { type: 'number', value: '7.5' },
    { type: 'csv', value: 'a,b' },
  ),
)
const variantsWith = (more: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .tuple(
      fc.uniqueArray(fc.constantFrom('red', 'green', 'blue', 'disabled'), { minLength: 1, maxLength: 4 }),
      fc.array(fc.record({ payload, ...more }), { minLength: 4, maxLength: 4 }),
      fc.constantFrom(0, 100, 333),
    )
    // One variant has a fixed weight if another one can take the rest.
    .map(([names, rest, fixed]) =>
      names.map((name, index) => ({
        name,
        ...(index === 1 ? { weight: fixed, weightType: 'fix' } : { weight: 0, weightType: 'variable' }),
        ...rest[index],
      })),
    )
const ownVariants = fc.option(
  variantsWith({ stickiness: fc.constantFrom('default', 'userId', 'sessionId', 'country', 'random') }),
  { nil: undefined, freq: 2 },
)
const flagVariants = fc.option(
  variantsWith({
    stickiness,
    overrides: maybe(fc.constantFrom([{ contextName: 'country', values: ['NO'] }])),
  }),
  { nil: undefined, freq: 1 },
)

/** Every parameter is sometimes missing. All kinds get groupId and stickiness, since variants use them. */
const ruleOf = (name: string, own: Record<string, fc.Arbitrary<string | undefined>>) =>
  fc.record({ name: fc.constant(name), parameters: fc.record({ ...own, groupId: group, stickiness }) })
const joined = (values: fc.Arbitrary<string>) => maybe(some(values, 4).map((list) => list.join(',')))
const rule = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: ruleOf('default', {}) },
      { weight: 8, arbitrary: ruleOf('flexibleRollout', { rollout: percentage }) },
      { weight: 2, arbitrary: ruleOf('userWithId', { userIds: joined(person) }) },
      { weight: 2, arbitrary: ruleOf('gradualRolloutUserId', { percentage }) },
      { weight: 2, arbitrary: ruleOf('gradualRolloutSessionId', { percentage }) },
      { weight: 1, arbitrary: ruleOf('gradualRolloutRandom', { percentage }) },
      {
        weight: 2,
        arbitrary: ruleOf('remoteAddress', { IPs: joined(fc.constantFrom('10.0.0.1', '10.0.0.0/16')) }),
      },
      {
        weight: 1,
        arbitrary: ruleOf('applicationHostname', { hostNames: joined(fc.constant('nowhere.invalid')) }),
      },
    ),
    fc.record({
      constraints: fc.option(fc.array(constraint, { maxLength: 2 }), { nil: undefined, freq: 1 }),
      segments: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }), {
        nil: undefined,
        freq: 1,
      }),
      variants: ownVariants,
    }),
  )
  .map(([head, rest]) => ({ ...head, ...rest }))

const flag = fc.record({
  enabled: fc.oneof(
    { weight: 8, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  rules: some(rule, 3),
  variants: flagVariants,
  /** Only the first flags are parents, and they have no parents themselves. */
  parent: fc.option(
    fc.record({
      index: fc.nat(4),
      enabled: fc.boolean(),
      variants: fc.uniqueArray(fc.constantFrom('red', 'green', 'disabled'), { maxLength: 2 }),
    }),
    { nil: undefined, freq: 1 },
  ),
})

const context: fc.Arbitrary<Context> = fc.record(
  {
    userId: person,
    sessionId: person,
    remoteAddress: fc.constantFrom(...addresses),
    appName: fc.constantFrom('shop', 'web'),
    environment: fc.constantFrom('development'),
    properties: fc.record(
      {
        country: fc.constantFrom(...countries),
        age: fc.constantFrom(...numbers),
        version: fc.constantFrom(...versions),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['sessionId', 'remoteAddress', 'appName', 'environment', 'properties'] },
)

const PARENTS = 5

/** An export file with this many flags. */
export function generateFile(seed: number, count: number) {
  const drawn = fc.sample(flag, { seed, numRuns: count })
  const segments = fc.sample(some(constraint, 2), { seed, numRuns: 3 })
  const nameOf = (index: number) => `flag-${index}`
  return clean({
    features: drawn.map((_, index) => ({ name: nameOf(index) })),
    featureStrategies: drawn.flatMap(({ rules }, index) =>
      rules.map((one) => ({ ...one, featureName: nameOf(index) })),
    ),
    featureEnvironments: drawn.map(({ enabled, variants }, index) => ({
      name: 'development',
      featureName: nameOf(index),
      enabled,
      variants,
    })),
    segments: segments.map((constraints, index) => ({
      id: index + 1,
      name: `segment-${index}`,
      constraints,
    })),
    dependencies: drawn.flatMap(({ parent }, index) => {
      if (!parent || index < PARENTS) return []
      const { enabled, variants } = parent
      const dependencies = [{ feature: nameOf(parent.index), enabled, variants: enabled ? variants : [] }]
      return [{ feature: nameOf(index), dependencies }]
    }),
    tagTypes: [],
  })
}

export const generateContexts = (seed: number, count: number): Context[] =>
  clean(fc.sample(context, { seed, numRuns: count }))

const clean = <T>(value: T): T => JSON.parse(JSON.stringify(value))
