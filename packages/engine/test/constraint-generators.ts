import fc from 'fast-check'
import type { Constraint } from '../src/types.ts'
import * as pools from './pools.ts'

export const from = (...pools: readonly (readonly string[])[]) => fc.constantFrom(...pools.flat())
export const common = <T>(pool: fc.Arbitrary<T>, rest: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: pool }, { weight: 1, arbitrary: rest })
export const mostly = <T>(common: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: common }, { weight: 1, arbitrary: rare })
export const nearlyAlways = <T>(common: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 49, arbitrary: common }, { weight: 1, arbitrary: rare })
export const usually = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 4 })

export const number = common(
  from(pools.numbers),
  fc.oneof(fc.double().map(String), fc.integer().map(String), from(pools.texts)),
)
export const version = common(
  from(pools.versions, pools.versions, pools.oddVersions),
  fc.oneof(
    fc.tuple(fc.nat(3), fc.nat(12), fc.nat(12)).map((parts) => parts.join('.')),
    fc.tuple(fc.nat(12), from(['', '0', 'rc', '-'])).map(([last, tag]) => `1.2.3-${tag}.${last}`),
    from(pools.texts, pools.numbers),
  ),
)
export const address = common(
  from(pools.addresses, pools.addresses, pools.oddAddresses),
  fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.nat(255).map((last) => `10.0.0.${last}`),
    from(pools.texts),
  ),
)
export const range = common(
  from(pools.ranges, pools.addresses, pools.badRanges, pools.oddAddresses),
  fc.oneof(
    fc.tuple(fc.ipV4(), fc.nat(33)).map((parts) => parts.join('/')),
    fc.tuple(fc.ipV6(), fc.nat(129)).map((parts) => parts.join('/')),
    fc.nat(32).map((prefix) => `10.0.0.77/${prefix}`),
    from(pools.texts),
  ),
)
export const instant = common(
  from(pools.instants, pools.instants, pools.oddInstants),
  fc
    .date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
)
export const text = mostly(
  from(pools.texts),
  fc.oneof(from(pools.inherited, pools.numbers, pools.userIds), fc.string({ unit: 'binary', maxLength: 4 })),
)

const fields = ['country', 'plan', 'userId', 'sessionId', 'appName', 'environment', 'random', 'Straße', '']
export const textField = mostly(
  from(fields),
  from(pools.inherited, ['age', 'version', 'address', 'currentTime', 'missing']),
)

const textOperators = ['IN', 'NOT_IN', 'STR_STARTS_WITH', 'STR_ENDS_WITH', 'STR_CONTAINS']
const numberOperators = ['NUM_EQ', 'NUM_GT', 'NUM_GTE', 'NUM_LT', 'NUM_LTE']
const versionOperators = ['SEMVER_EQ', 'SEMVER_GT', 'SEMVER_GTE', 'SEMVER_LT', 'SEMVER_LTE']

const switches = { inverted: usually(fc.boolean()), caseInsensitive: usually(fc.boolean()) }
export const listOf = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 4, size: 'max' })

/** fast-check writes absent keys as undefined; the wire format omits them. */
export const record = <T extends object>(model: { [K in keyof T]-?: fc.Arbitrary<T[K]> }) =>
  fc.record<Record<string, unknown>>(model as never).map((value) => JSON.parse(JSON.stringify(value)) as T)

export const constraint: fc.Arbitrary<Constraint> = fc.oneof(
  { weight: 6, arbitrary: constraintOf(textField, from(textOperators), { values: listOf(text) }) },
  {
    weight: 3,
    arbitrary: constraintOf(mostly(fc.constant('age'), textField), from(numberOperators), { value: number }),
  },
  {
    weight: 3,
    arbitrary: constraintOf(mostly(fc.constant('version'), textField), from(versionOperators), {
      value: version,
    }),
  },
  {
    weight: 2,
    arbitrary: constraintOf(fc.constantFrom('currentTime', 'plan'), from(['DATE_AFTER', 'DATE_BEFORE']), {
      value: instant,
    }),
  },
  {
    weight: 2,
    arbitrary: constraintOf(textField, fc.constant('REGEX'), { value: from(pools.patterns) }),
  },
  {
    weight: 2,
    arbitrary: constraintOf(fc.constantFrom('address', 'remoteAddress', 'plan'), fc.constant('IN_CIDR'), {
      values: listOf(range),
    }),
  },
  {
    weight: 1,
    arbitrary: constraintOf(textField, from(['', 'in', 'constructor', 'NUM_NEQ']), {
      values: listOf(text),
      value: text,
    }),
  },
  {
    weight: 1,
    arbitrary: constraintOf(textField, from(textOperators, numberOperators, ['REGEX', 'IN_CIDR']), {}),
  },
)

function constraintOf(
  contextName: fc.Arbitrary<string>,
  operator: fc.Arbitrary<string>,
  operand: { values?: fc.Arbitrary<string[]>; value?: fc.Arbitrary<string> },
): fc.Arbitrary<Constraint> {
  const { values = fc.constant(undefined), value = fc.constant(undefined) } = operand
  return record<Constraint>({ contextName, operator, values, value, ...switches })
}
