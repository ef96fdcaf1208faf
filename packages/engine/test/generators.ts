import fc from 'fast-check'
import type { Context, Dependency, Flag, Segment, Strategy, Variant } from '../src/types.ts'
import {
  address,
  common,
  constraint,
  from,
  instant,
  listOf,
  mostly,
  nearlyAlways,
  number,
  range,
  record,
  text,
  textField,
  usually,
  version,
} from './constraint-generators.ts'
import * as pools from './pools.ts'
import { host } from './tools.ts'

/** Flags, with the contexts to evaluate them for. */
export type World = { features: Flag[]; segments: Segment[]; contexts: Context[] }

const id = common(from(pools.userIds), fc.oneof(fc.nat(100_000).map(String), fc.uuid()))
const group = nearlyAlways<string | null | undefined>(
  fc.oneof(from(['g', 'gr1', 'checkout.new', 'a:b', 'undefined', '']), fc.constant(undefined)),
  fc.constantFrom('gruppe-ü', '功能', null),
)
const percentage = mostly(
  from(['0', '1', '25', '50', '73', '99', '100']),
  fc.constantFrom('33.3', ' 50 ', '1e2', '150', '-1', 'abc', '', undefined),
)
const stickiness = mostly(
  fc.constantFrom('default', 'userId', 'sessionId', 'country', 'plan'),
  fc.constantFrom('random', '', undefined, 'constructor', 'properties', 'remoteAddress', 'age'),
)
const joined = (entry: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.array(entry, { maxLength: 4 }), fc.constantFrom(',', ', ', ' ,'))
    .map(([list, comma]) => list.join(comma))

const variant: fc.Arbitrary<Variant> = record<Variant>({
  name: fc.constantFrom('red', 'green', 'blue', 'disabled', 'constructor'),
  weight: fc.constantFrom(0, 0, 1, 10, 333, 500, 1000),
  weightType: usually(fc.constantFrom('variable', 'fix')),
  stickiness: usually(stickiness),
  payload: usually(
    fc.constantFrom(
      { type: 'string', value: 'x' },
      { type: 'json', value: '{"a":1}' },
      { type: 'number', value: '7' },
    ),
  ),
  overrides: fc.option(
    fc.array(record({ contextName: textField, values: listOf(mostly(from(pools.userIds), text)) }), {
      maxLength: 2,
    }),
    { nil: undefined, freq: 2 },
  ),
})
const variants = usually(fc.array(variant, { maxLength: 4 }))

const rule = fc.oneof(
  { weight: 3, arbitrary: strategyOf('default', {}) },
  { weight: 8, arbitrary: strategyOf('flexibleRollout', { rollout: percentage }) },
  { weight: 2, arbitrary: strategyOf('userWithId', { userIds: joined(from(pools.userIds)) }) },
  { weight: 2, arbitrary: strategyOf('gradualRolloutUserId', { percentage }) },
  { weight: 2, arbitrary: strategyOf('gradualRolloutSessionId', { percentage }) },
  { weight: 1, arbitrary: strategyOf('gradualRolloutRandom', { percentage }) },
  { weight: 2, arbitrary: strategyOf('remoteAddress', { IPs: joined(range) }) },
  {
    weight: 1,
    arbitrary: strategyOf('applicationHostname', {
      hostNames: joined(from([host, host.toUpperCase(), 'other', ''])),
    }),
  },
  { weight: 1, arbitrary: strategyOf('unheardOf', {}) },
  { weight: 1, arbitrary: strategyOf('constructor', {}) },
)

/** Each parameter is sometimes missing. Variants use the group and the stickiness with every kind of rule. */
function strategyOf(name: string, own: Record<string, fc.Arbitrary<string | undefined>>) {
  const parameters = Object.fromEntries(
    Object.entries(own).map(([key, value]) => [key, mostly(value, fc.constant(undefined))]),
  )
  return fc.record({
    name: fc.constant(name),
    parameters: nearlyAlways(
      fc.record({ ...parameters, groupId: group, stickiness: usually(stickiness) }),
      fc.constant(undefined),
    ),
  })
}

const strategy: fc.Arbitrary<Strategy> = fc
  .tuple(
    rule,
    fc.record({
      constraints: usually(fc.array(constraint, { maxLength: 2, size: 'max' })),
      segments: fc.option(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }), {
        nil: undefined,
        freq: 2,
      }),
      variants,
    }),
  )
  .map(([head, rest]) => JSON.parse(JSON.stringify({ ...head, ...rest })) as Strategy)

const flagNames = [
  'checkout',
  'search',
  'constructor',
  '__proto__',
  'Straße',
  'a b',
  'x:y',
  'cart',
  'menu',
  'login',
]
const dependency: fc.Arbitrary<Dependency> = record<Dependency>({
  feature: mostly(from(flagNames), fc.constant('unknown')),
  enabled: usually(fc.boolean()),
  variants: fc.option(fc.array(from(['red', 'green', 'disabled']), { maxLength: 2 }), {
    nil: undefined,
    freq: 2,
  }),
})

const flag = (name: string): fc.Arbitrary<Flag> =>
  record<Flag>({
    name: fc.constant(name),
    enabled: mostly(fc.constant(true), fc.constant(false)),
    strategies: mostly(fc.array(strategy, { maxLength: 3, size: 'max' }), fc.constant(undefined)),
    variants,
    dependencies: fc.option(fc.array(dependency, { maxLength: 2 }), { nil: undefined, freq: 2 }),
    impressionData: usually(fc.boolean()),
    project: fc.constant('default'),
    type: fc.constant('release'),
    stale: fc.boolean(),
  })

const segment = (id: number): fc.Arbitrary<Segment> =>
  record<Segment>({
    id: fc.constant(id),
    name: fc.constant(`s${id}`),
    constraints: fc.array(constraint, { maxLength: 2 }),
  })

const maybeNumber = (value: fc.Arbitrary<string>) =>
  fc.oneof(value, fc.constantFrom(0, 7, 17.5, -5, 1e21, true, false, null))

const properties = fc
  .record(
    {
      country: text,
      plan: fc.oneof(text, version, address, number),
      age: maybeNumber(number),
      version,
      address,
      Straße: text,
      '': text,
      random: text,
    },
    { requiredKeys: [] },
  )
  .chain((known) =>
    fc
      .array(fc.tuple(from(pools.inherited, ['userId', 'sessionId', 'currentTime']), text), { maxLength: 1 })
      .map((odd) => Object.fromEntries([...Object.entries(known), ...odd])),
  )

const context: fc.Arbitrary<Context> = fc
  .record(
    {
      userId: nearlyAlways<string | number | null | undefined>(id, fc.constantFrom(0, 7, null, undefined)),
      sessionId: nearlyAlways<string | number | null | undefined>(id, fc.constantFrom(0, 7, null, undefined)),
      remoteAddress: address,
      environment: from(pools.texts),
      appName: from(pools.texts),
      currentTime: instant,
      country: mostly<string | null>(text, fc.constant(null)),
      featureToggle: nearlyAlways<string | undefined>(fc.constant(undefined), from(['g', 'checkout'])),
      properties,
    },
    { requiredKeys: ['properties'] },
  )
  .map((value) => value as Context)

export const worlds: fc.Arbitrary<World> = fc.record({
  features: fc.tuple(...flagNames.map(flag)),
  segments: fc.tuple(...[1, 2, 3].map(segment)),
  contexts: fc.array(context, { minLength: 1, maxLength: 60, size: 'max' }),
})
