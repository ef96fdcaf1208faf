import { expect, test } from 'vitest'
import { normalize } from './rules.ts'

const stored = (operator: string, value: string) =>
  normalize({ contextName: 'currentTime', operator: operator as never, value }).value

test.each([
  ['2020', '2020-01-01T00:00:00.000Z'],
  ['2020-01', '2020-01-01T00:00:00.000Z'],
  ['2020-01-01', '2020-01-01T00:00:00.000Z'],
  ['2020-01-01T12:30Z', '2020-01-01T12:30:00.000Z'],
  ['2020-01-01T12:30:00', '2020-01-01T12:30:00.000Z'],
  ['2020-01-01 12:30:00Z', '2020-01-01T12:30:00.000Z'],
  ['2020-01-01t12:30:00z', '2020-01-01T12:30:00.000Z'],
  ['2020-01-01T12:30:00.5Z', '2020-01-01T12:30:00.500Z'],
  ['2020-01-01T12:30:00.123456Z', '2020-01-01T12:30:00.123Z'],
  ['2020-01-01T12:30:00+0200', '2020-01-01T10:30:00.000Z'],
  ['2020-01-01T24:00:00Z', '2020-01-02T00:00:00.000Z'],
  ['2020-02-30T00:00:00Z', '2020-03-01T00:00:00.000Z'],
])('the date %s is stored as %s', (value, complete) => {
  expect(stored('DATE_AFTER', value)).toBe(complete)
})

test.each(['2020-01-01T12:30:00Z', '2020-01-01T12:30:00.000Z', '2020-01-01T12:30:00+02:00'])(
  'the date %s is stored as it was written, because all SDKs read it',
  (value) => {
    expect(stored('DATE_BEFORE', ` ${value} `)).toBe(value)
  },
)

test.each([
  ['.5', '0.5'],
  ['-.5', '-0.5'],
  ['5.', '5'],
  ['+5', '5'],
  ['1e3', '1000'],
  ['1.5E-7', '0.00000015'],
  ['-1.25e21', '-1250000000000000000000'],
])('the number %s is stored as %s', (value, plain) => {
  expect(stored('NUM_GT', value)).toBe(plain)
  expect(Number(plain)).toBe(Number(value))
})

test.each(['5', '-5', '5.10', '007', '0.1', '12345678901234567890'])(
  'the number %s is stored as it was written',
  (value) => {
    expect(stored('NUM_EQ', value)).toBe(value)
  },
)

test('versions and patterns are never rewritten', () => {
  expect(stored('SEMVER_EQ', '1.0.0')).toBe('1.0.0')
  expect(stored('REGEX', '.5')).toBe('.5')
})
