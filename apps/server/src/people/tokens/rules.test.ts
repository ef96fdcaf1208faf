import { expect, test } from 'vitest'
import { expiryWarning, markerOf, reachOf, readScope, typeOf } from './rules.ts'
import { keyOf, mask, newSecret } from './secrets.ts'

test.each([
  [{}, { allProjects: true, projects: [] }, '*'],
  [{ project: 'a' }, { allProjects: false, projects: ['a'] }, 'a'],
  [{ project: 'a', projects: ['b', 'c', 'b'] }, { allProjects: false, projects: ['b', 'c'] }, '[]'],
  [{ projects: ['c', 'b'] }, { allProjects: false, projects: ['b', 'c'] }, '[]'],
  [{ projects: ['b', '*'] }, { allProjects: true, projects: [] }, '*'],
])('%o gives access to %o, written as %s', (input, reach, marker) => {
  expect(reachOf(input)).toEqual(reach)
  expect(markerOf(reach)).toBe(marker)
})

test('an empty list of projects is refused', () => {
  expect(() => reachOf({ projects: [] })).toThrow('at least one project')
})

test.each([
  ['frontend', 'frontend'],
  ['FRONTEND', 'frontend'],
  ['client', 'backend'],
  ['backend', 'backend'],
])('a token of type %s is a %s token', (text, type) => {
  expect(typeOf(text)).toBe(type)
})

test('a token that lost all its projects does not give access to all projects', () => {
  expect(markerOf({ allProjects: false, projects: [] })).toBe('[]')
})

test.each([
  ['*:*.secret', { project: '*', environment: '*' }],
  ['default:development.a.b:c', { project: 'default', environment: 'development' }],
  ['default:development.', undefined],
  ['secret', undefined],
])('the scope of %s is %o', (text, scope) => {
  expect(readScope(text)).toEqual(scope)
})

test('secret, selector and masked secret all identify the same token', () => {
  const { secret, selector, masked } = newSecret('[]:pre.prod.')
  expect([secret, selector, masked].map(keyOf)).toEqual([selector, selector, selector])
  expect(keyOf('*:*.old')).toMatch(/^[0-9a-f]{64}$/)
})

test.each([
  ['*:*.short', '*:*.…'],
  ['*:development.0123456789012345678901234567', '*:development.…4567'],
  ['*:*.01234567890123456789012', '*:*.…'],
  ['*:*.012345678901234567890123', '*:*.…0123'],
])('%s is masked as %s', (secret, shown) => {
  expect(mask(secret)).toBe(shown)
})

const day = (n: number) => new Date(n * 86_400_000)
test.each([
  [0, 100, 50, undefined],
  [0, 100, 85, undefined],
  [0, 100, 86, 'expires-soon'],
  [0, 10, 4, undefined],
  [0, 10, 5, 'expires-soon'],
  [0, 10, 10, 'expired'],
])('created on day %d, expiring on day %d, seen on day %d: %s', (made, end, now, warning) => {
  expect(expiryWarning({ createdAt: day(made), expiresAt: day(end) }, 14, day(now))).toBe(warning)
})
