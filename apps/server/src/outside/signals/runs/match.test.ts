import { expect, test } from 'vitest'
import { matches, readPath, testFilters } from './match.ts'

const payload = {
  status: 'firing',
  value: 41.5,
  muted: false,
  since: '2026-03-01T10:00:00Z',
  nothing: null,
  labels: { severity: 'critical', 'app.kubernetes.io/name': 'checkout' },
  alerts: [{ labels: { region: 'eu' } }, { labels: { region: 'us' } }],
}

test.for<[path: string, value: unknown]>([
  ['status', 'firing'],
  ['labels.severity', 'critical'],
  ['labels.app.kubernetes.io/name', 'checkout'],
  ['alerts.1.labels.region', 'us'],
  ['alerts.2.labels.region', undefined],
  ['labels.constructor', undefined],
  ['__proto__.toString', undefined],
  ['status.length', undefined],
  ['.', undefined],
])('the path %s leads to %s', ([path, value]) => {
  expect(readPath(payload, path)).toBe(value)
})

test.for<[path: string, filter: object, expected: boolean]>([
  ['status', { operator: 'IN', values: ['firing', 'alerting'] }, true],
  ['status', { operator: 'NOT_IN', values: ['firing'] }, false],
  ['status', { operator: 'STR_STARTS_WITH', values: ['FIR'], caseInsensitive: true }, true],
  ['value', { operator: 'NUM_GT', value: '40' }, true],
  ['value', { operator: 'NUM_GT', value: '40', inverted: true }, false],
  ['muted', { operator: 'IN', values: ['false'] }, true],
  ['since', { operator: 'DATE_AFTER', value: '2026-02-01' }, true],
  ['since', { operator: 'DATE_BEFORE', value: '2026-02-01' }, false],
  ['labels.severity', { operator: 'REGEX', value: '^crit' }, true],
  ['missing', { operator: 'IN', values: ['x'], inverted: true }, false],
  ['missing', { operator: 'NOT_IN', values: ['x'] }, false],
  ['nothing', { operator: 'NOT_IN', values: ['x'] }, false],
  ['labels', { operator: 'NOT_IN', values: ['x'] }, false],
])('the filter %s %j is %s', ([path, filter, expected]) => {
  expect(matches({ [path]: filter as never }, payload)).toBe(expected)
})

test('all filters must hold, and none is needed', () => {
  const firing = { operator: 'IN' as const, values: ['firing'] }
  expect(matches({}, payload)).toBe(true)
  expect(matches({ status: firing, 'labels.severity': firing }, payload)).toBe(false)
  expect(testFilters({ status: firing, gone: firing }, payload)).toEqual([
    { path: 'status', actual: 'firing', matches: true },
    { path: 'gone', actual: null, matches: false },
  ])
})
