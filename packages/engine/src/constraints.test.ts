import { describe, expect, test } from 'vitest'
import { satisfies } from '../test/ask.ts'
import type { Constraint, Context } from './types.ts'

type ConstraintCase = [operator: string, operand: Partial<Constraint>, value: unknown, expected: boolean]

const MISSING = undefined

describe('missing fields', () => {
  const positive: ConstraintCase[] = [
    ['IN', { values: ['a'] }, MISSING, false],
    ['STR_STARTS_WITH', { values: ['a'] }, MISSING, false],
    ['STR_ENDS_WITH', { values: ['a'] }, MISSING, false],
    ['STR_CONTAINS', { values: ['a'] }, MISSING, false],
    ['NUM_EQ', { value: '0' }, MISSING, false],
    ['NUM_LT', { value: '1' }, MISSING, false],
    ['SEMVER_EQ', { value: '0.0.0' }, MISSING, false],
    ['REGEX', { value: '.*' }, MISSING, false],
    ['IN_CIDR', { values: ['0.0.0.0/0', '::/0'] }, MISSING, false],
    ['NOT_IN', { values: ['a'] }, MISSING, true],
  ]
  const inverted = positive.map(([operator, operand, value, expected]): ConstraintCase => {
    return [operator, { ...operand, inverted: true }, value, !expected]
  })
  testConstraints([...positive, ...inverted])
})

describe('unknown operators', () => {
  testConstraints([
    ['NUM_NEQ', { value: '1' }, '2', false],
    ['NUM_NEQ', { value: '1', inverted: true }, '2', false],
    ['in', { values: ['a'] }, 'a', false],
    ['constructor', { values: ['a'], inverted: true }, 'a', false],
  ])
})

describe('lists of values', () => {
  testConstraints([
    ['IN', { values: [] }, 'a', false],
    ['IN', { values: [''] }, '', false],
    ['NOT_IN', { values: [] }, 'a', true],
    ['NOT_IN', { values: [''] }, '', true],
    ['STR_CONTAINS', { values: [''] }, 'a', false],
    ['IN', {}, 'a', false],
    ['NOT_IN', {}, 'a', true],
    ['IN', { values: [' a '] }, 'a', true],
    ['IN', { values: ['a'] }, ' a ', false],
    ['IN', { values: ['A'], caseInsensitive: true }, 'a', false],
    ['IN', { values: ['7'] }, 7, true],
    ['IN', { values: ['true'] }, true, true],
    ['STR_ENDS_WITH', { values: ['@EXAMPLE.COM'], caseInsensitive: true }, 'me@example.com', true],
    ['STR_ENDS_WITH', { values: ['longer than the field'] }, 'field', false],
    ['STR_STARTS_WITH', { values: ['x', 'me'] }, 'me@example.com', true],
  ])
})

describe('numeric operators', () => {
  testConstraints([
    ['NUM_EQ', { value: '0' }, '', false],
    ['NUM_EQ', { value: '0' }, '  ', false],
    ['NUM_EQ', { value: '0' }, 0, true],
    ['NUM_EQ', { value: '9007199254740992' }, '9007199254740993', true],
    ['NUM_EQ', { value: '16' }, '0x10', true],
    ['NUM_EQ', { value: '1000' }, ' 1e3 ', true],
    ['NUM_LT', { value: 'Infinity' }, '1', true],
    ['NUM_EQ', { value: '5' }, '5,0', false],
    ['NUM_EQ', { value: '1000' }, '1_000', false],
    ['NUM_EQ', { value: 'NaN' }, 'NaN', false],
    ['NUM_GTE', { value: '18' }, '17.99', false],
    ['NUM_LTE', { value: '18' }, '18.0', true],
    ['NUM_GT', { value: '18', inverted: true }, 'adult', true],
  ])
})

describe('semantic versions', () => {
  testConstraints([
    ['SEMVER_LT', { value: '1.2.3-beta.11' }, '1.2.3-beta.2', true],
    ['SEMVER_LT', { value: '1.2.3' }, '1.2.3-beta.11', true],
    ['SEMVER_EQ', { value: '1.2.3+a' }, '1.2.3+b', true],
    ['SEMVER_EQ', { value: '1.2.3' }, 'v1.2.3', false],
    ['SEMVER_EQ', { value: 'v1.2.3' }, '1.2.3', false],
    ['SEMVER_GTE', { value: '1.2.3' }, '1.10.0', true],
    ['SEMVER_LTE', { value: '1.2' }, '1.2.0', false],
  ])
})

describe('date operators', () => {
  const now = { currentTime: '2026-06-01T12:00:00Z' }
  const dates: [operator: string, operand: Partial<Constraint>, context: Context, expected: boolean][] = [
    ['DATE_AFTER', { value: '2026-06-01T12:00:00Z' }, now, false],
    ['DATE_BEFORE', { value: '2026-06-01T12:00:00Z' }, now, false],
    ['DATE_AFTER', { value: '2026-06-01T13:59:59+02:00' }, now, true],
    ['DATE_BEFORE', { value: '2026-06-01T14:00:01+02:00' }, now, true],
    ['DATE_BEFORE', { value: '2026-06-01T12:00:01' }, now, true],
    ['DATE_AFTER', { value: '2026-06-01' }, now, true],
    ['DATE_AFTER', { value: 'soon' }, now, false],
    ['DATE_AFTER', { value: 'soon', inverted: true }, now, true],
    ['DATE_AFTER', { value: '2000-01-01' }, { currentTime: 'now' }, false],
    ['DATE_AFTER', { value: '2000-01-01', inverted: true }, { currentTime: 'now' }, true],
    ['DATE_AFTER', { value: '1700000000000' }, now, false],
    ['DATE_AFTER', { value: '2026-05-31T12:00:00Z' }, {}, true],
    ['DATE_AFTER', { value: '2026-06-02T12:00:00Z' }, {}, false],
    ['DATE_BEFORE', { value: '2000-01-01' }, { currentTime: new Date('1999-01-01') }, true],
    [
      'DATE_BEFORE',
      { value: '2000-01-01', contextName: 'launch' },
      { ...now, properties: { launch: '1999-01-01' } },
      false,
    ],
  ]
  test.for(dates)('%s %o for %o is %s', ([operator, operand, context, expected]) => {
    expect(satisfies({ contextName: 'currentTime', operator, ...operand }, context)).toBe(expected)
  })
})

describe('regular expressions', () => {
  testConstraints([
    ['REGEX', { value: 'b(?=c)' }, 'abc', false],
    ['REGEX', { value: '(' }, 'abc', false],
    ['REGEX', { value: '(', inverted: true }, 'abc', true],
    ['REGEX', { value: 'B' }, 'abc', false],
    ['REGEX', { value: 'B', caseInsensitive: true }, 'abc', true],
    ['REGEX', { value: '^a', inverted: true }, 'abc', false],
  ])
})

describe('IP addresses', () => {
  testConstraints([
    ['IN_CIDR', { values: ['10.0.0.0/8'] }, '::ffff:10.0.0.1', true],
    ['IN_CIDR', { values: ['10.0.0.0/8'] }, '10.1.0.0/16', false],
    ['IN_CIDR', { values: ['fe80::/10'] }, 'fe80::1%eth0', true],
    ['IN_CIDR', { values: ['nonsense', '10.1.2.3/8'] }, '10.200.0.1', true],
    ['IN_CIDR', { values: ['2001:db8::/32'] }, '2001:0DB8::5', true],
    ['IN_CIDR', { values: ['::/0'] }, '10.0.0.1', false],
  ])
})

function testConstraints(cases: ConstraintCase[]): void {
  test.for(cases)('%s %o for %o is %s', ([operator, operand, value, expected]) => {
    const properties = value === MISSING ? {} : { field: value }
    expect(satisfies({ contextName: 'field', operator, ...operand }, { properties })).toBe(expected)
  })
}
