import fc from 'fast-check'
import type { Constraint, Context, Dependency, Flag, Segment, Strategy, Variant } from '../src/types.ts'
import { from, mostly, nearlyAlways, record, usually } from './constraint-generators.ts'
import type { World } from './generators.ts'

// Flags in the forms that columns store, with a few conditions that many of them share, and some that do not fit.

const condition = (contextName: string, operator: string, rest: Partial<Constraint> = {}): Constraint => ({
  contextName,
  operator,
  ...rest,
})
const shared: readonly Constraint[] = [
  condition('plan', 'IN', { values: ['gold', 'silver'] }),
  condition('plan', 'IN', { values: ['gold', 'silver'], inverted: true }),
  condition('plan', 'NOT_IN', { values: ['basic'] }),
  condition('country', 'IN', { values: ['no', 'dk', 'né'] }),
  condition('country', 'NOT_IN', { values: [] }),
  condition('userId', 'NOT_IN', { values: ['7', '8'] }),
  condition('age', 'NUM_GT', { value: '17' }),
  condition('age', 'NUM_GT', { value: '17', inverted: true }),
  condition('version', 'SEMVER_GTE', { value: '1.2.0' }),
  condition('email', 'STR_ENDS_WITH', { values: ['@example.com'] }),
  condition('email', 'STR_ENDS_WITH', { values: ['@EXAMPLE.com'], caseInsensitive: true }),
  condition('email', 'REGEX', { value: '^a.*com$' }),
  condition('email', 'REGEX', { value: '^A.*com$', caseInsensitive: true }),
  condition('email', 'REGEX', { value: '(' }),
  condition('currentTime', 'DATE_AFTER', { value: '2026-05-01T00:00:00Z' }),
  condition('currentTime', 'DATE_BEFORE', { value: '2026-05-01T00:00:00Z' }),
  condition('remoteAddress', 'IN_CIDR', { values: ['10.0.0.0/8'] }),
  condition('plan', 'UNHEARD_OF', { values: ['gold'] }),
  condition('plan', 'UNHEARD_OF', { values: ['gold'], inverted: true }),
]
const ids = ['1', '7', '8', 'ada', 'user-12345', '']
const constraint = mostly<Constraint>(
  fc.constantFrom(...shared),
  record<Constraint>({
    contextName: from(['userId', 'plan', 'constructor', 'properties']),
    operator: from(['IN', 'NOT_IN']),
    values: fc.array(from(ids, ['gold']), { maxLength: 4 }),
    value: fc.constant(undefined),
    inverted: usually(fc.boolean()),
    caseInsensitive: fc.constant(undefined),
  }),
)
const stickiness = mostly(
  fc.constant<string | undefined>('default'),
  fc.constantFrom('random', 'userId', 'plan', undefined),
)

const variant = record<Variant>({
  name: from(['red', 'green', 'blue']),
  weight: mostly(fc.constantFrom(0, 1, 333, 500, 1000), fc.constantFrom(0.5, -1, 33.3, 3e9)),
  weightType: fc.constant('variable'),
  stickiness: mostly(fc.constant<string | undefined>(undefined), stickiness),
  payload: usually(fc.constant({ type: 'string', value: 'x' })),
  overrides: nearlyAlways<Variant['overrides']>(
    fc.constant(undefined),
    fc.constant([{ contextName: 'userId', values: ['7'] }]),
  ),
})
const variants = fc.option(fc.array(variant, { maxLength: 3 }), { nil: undefined, freq: 2 })

const strategy = record<Strategy>({
  name: mostly(
    fc.constantFrom('flexibleRollout', 'flexibleRollout', 'flexibleRollout', 'default'),
    fc.constantFrom('userWithId', 'gradualRolloutRandom', 'gradualRolloutUserId', 'unheardOf'),
  ),
  id: fc.constant(undefined),
  title: fc.constant(undefined),
  parameters: fc.record({
    rollout: from(['0', '1', '50', '50', '99.5', '100', '100', '150']),
    percentage: fc.constant('50'),
    userIds: fc.constant('7,8'),
    groupId: fc.option(from(['g', 'checkout.new', '功能']), { nil: undefined }),
    stickiness,
  }),
  constraints: mostly(
    fc.array(constraint, { maxLength: 3, size: 'max' }),
    fc.array(constraint, { minLength: 4, maxLength: 6, size: 'max' }),
  ),
  segments: fc.option(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }), { nil: undefined }),
  variants,
})

const flagNames = Array.from({ length: 14 }, (_, index) => `flag-${index}`)
const flag = (name: string): fc.Arbitrary<Flag> =>
  record<Flag>({
    name: fc.constant(name),
    enabled: mostly(fc.constant(true), fc.constant(false)),
    strategies: nearlyAlways<Flag['strategies']>(
      fc.array(strategy, { maxLength: 3, size: 'max' }),
      fc.constant(null),
    ),
    variants,
    dependencies: nearlyAlways<Flag['dependencies']>(
      fc.constant(undefined),
      fc.array(
        record<Dependency>({
          feature: from(flagNames),
          enabled: usually(fc.boolean()),
          variants: fc.option(fc.constant(['red']), { nil: undefined }),
        }),
        { maxLength: 2 },
      ),
    ),
    impressionData: usually(fc.boolean()),
    project: from(['default', 'shop']),
    type: fc.constant('release'),
    stale: fc.constant(false),
  })
const segment = (id: number): fc.Arbitrary<Segment> =>
  record<Segment>({
    id: fc.constant(id),
    name: fc.constant(`s${id}`),
    constraints: fc.array(constraint, { maxLength: 3 }),
  })

const context = fc
  .record(
    {
      userId: nearlyAlways<string | number>(
        fc.oneof(from(ids), fc.nat(1_000_000).map(String)),
        fc.constantFrom('né', 7),
      ),
      sessionId: from(ids, ['😀']),
      remoteAddress: from(['10.1.2.3', '192.168.0.1', 'nowhere']),
      currentTime: from(['2026-04-01T00:00:00Z', 'never']),
      properties: fc.record(
        {
          plan: from(['gold', 'silver', 'basic', 'other']),
          country: from(['no', 'dk', 'né', 'se']),
          age: fc.constantFrom<string | number>('17', 18, 'old'),
          version: from(['1.1.9', '1.2.0', 'x']),
          email: from(['a@example.com', 'b@EXAMPLE.com', 'c']),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['properties'] },
  )
  .map((value) => value as Context)

export const columnWorlds: fc.Arbitrary<World> = fc.record({
  features: fc.tuple(...flagNames.map(flag)),
  segments: fc.tuple(...[1, 2, 3].map(segment)),
  contexts: fc.array(context, { minLength: 10, maxLength: 30, size: 'max' }),
})
