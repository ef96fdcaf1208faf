import { expect, test } from 'vitest'
import { parseConstraint } from './parse.ts'

const plain = { inverted: false, caseInsensitive: false }

test.each([
  ['plan in team, business', { contextName: 'plan', operator: 'IN', values: ['team', 'business'], ...plain }],
  ['plan is not free', { contextName: 'plan', operator: 'NOT_IN', values: ['free'], ...plain }],
  ['age >= 18', { contextName: 'age', operator: 'NUM_GTE', value: '18', ...plain }],
  ['age>18', { contextName: 'age', operator: 'NUM_GT', value: '18', ...plain }],
  [
    'email ends with @acme.com',
    { contextName: 'email', operator: 'STR_ENDS_WITH', values: ['@acme.com'], ...plain },
  ],
  [
    'appVersion at least 5.12.0',
    { contextName: 'appVersion', operator: 'SEMVER_GTE', value: '5.12.0', ...plain },
  ],
  ['ip in range 10.0.0.0/8', { contextName: 'ip', operator: 'IN_CIDR', values: ['10.0.0.0/8'], ...plain }],
  ['age < .5', { contextName: 'age', operator: 'NUM_LT', value: '0.5', ...plain }],
  [
    'currentTime after 2026-11-10',
    { contextName: 'currentTime', operator: 'DATE_AFTER', value: '2026-11-10T00:00:00.000Z', ...plain },
  ],
  ['country in NO, NO ,SE,', { contextName: 'country', operator: 'IN', values: ['NO', 'SE'], ...plain }],
])('"%s" is parsed', (text, constraint) => {
  expect(parseConstraint(text)).toEqual(constraint)
})

test.each(['', 'plan', 'plan in', 'plan in ,', 'plan insists on it', 'in team'])(
  '"%s" is not a complete constraint',
  (text) => {
    expect(parseConstraint(text)).toBeUndefined()
  },
)
