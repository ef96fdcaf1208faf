import type { Constraint } from '@flagstaff/contract/common'
import { expect, test } from 'vitest'
import { faultOf } from './check.ts'

const on = (operator: Constraint['operator'], rest: Partial<Constraint>): Constraint => ({
  contextName: 'field',
  operator,
  ...rest,
})
const fields = [{ name: 'plan', legalValues: [{ value: 'team' }] }]

test.each([
  on('IN', { values: ['a'] }),
  on('NUM_GT', { value: ' 1.5e3 ' }),
  on('DATE_AFTER', { value: '2026-11-10' }),
  on('NUM_LT', { value: '.5' }),
  on('SEMVER_GTE', { value: '5.12.0-rc.1' }),
  on('IN_CIDR', { values: ['10.0.0.0/8', '::1'] }),
  on('REGEX', { value: '(?i)^a+$' }),
  { ...on('IN', { values: ['team'] }), contextName: 'plan' },
])('%o is valid', (constraint) => {
  expect(faultOf(constraint, fields)).toBeUndefined()
})

test.each<[Constraint, string]>([
  [on('NUM_GT', { value: '0x10' }), 'fault.number'],
  [on('NUM_GT', { value: 'Infinity' }), 'fault.number'],
  [on('DATE_BEFORE', { value: 'tomorrow' }), 'fault.date'],
  [on('DATE_BEFORE', { value: '1794300000000' }), 'fault.date'],
  [on('SEMVER_EQ', { value: '5.12' }), 'fault.version'],
  [on('IN_CIDR', { values: ['10.0.0.0/8', '10.0.0.0/40'] }), 'fault.address'],
  [on('REGEX', { value: '(' }), 'fault.pattern'],
  [on('REGEX', { value: 'a'.repeat(501) }), 'fault.patternLong'],
  [on('REGEX', { value: '(a{40}){40}' }), 'fault.patternLarge'],
  [on('REGEX', { value: 'a', inverted: true }), 'fault.inverted'],
  [on('STR_CONTAINS', { values: ['x'.repeat(101)] }), 'fault.long'],
  [on('IN', { values: Array.from({ length: 251 }, (_, index) => String(index)) }), 'fault.many'],
  [{ ...on('IN', { values: ['team', 'gold'] }), contextName: 'plan' }, 'fault.legal'],
])('%o is rejected while typing', (constraint, key) => {
  expect(faultOf(constraint, fields)).toMatchObject({ missing: false, key })
})

test('a missing value is not reported as invalid', () => {
  expect(faultOf(on('IN', { values: [] }), fields)).toMatchObject({ missing: true })
  expect(faultOf(on('NUM_EQ', { value: '' }), fields)).toMatchObject({ missing: true })
})
