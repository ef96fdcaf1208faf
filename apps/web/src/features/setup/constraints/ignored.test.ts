import { expect, test } from 'vitest'
import { ignoredBy, newerIn } from './ignored.ts'

const old = (appName: string, version = '11.0.2') => ({ appName, sdk: 'Java', version })
const support = (count: number, ...applications: ReturnType<typeof old>[]) => ({
  total: 5,
  operators: [{ operator: 'REGEX' as const, count, applications }],
})

test('each newer operator of a rule is returned once', () => {
  const constraints = (['IN', 'REGEX', 'SEMVER_GT', 'IN_CIDR', 'REGEX'] as const).map((operator) => ({
    contextName: 'x',
    operator,
  }))
  expect(newerIn(constraints)).toEqual(['REGEX', 'IN_CIDR'])
})

test('there is no warning if all applications support the operator', () => {
  expect(ignoredBy(support(0), 'REGEX')).toBeUndefined()
  expect(ignoredBy(support(1, old('api')), 'IN_CIDR')).toBeUndefined()
})

test('an application is listed once with all its versions', () => {
  expect(ignoredBy(support(1, old('api'), old('api', '12.0.0')), 'REGEX')).toEqual({
    count: 1,
    total: 5,
    names: 'api (Java 11.0.2, Java 12.0.0)',
    more: 0,
  })
})

test('three applications are listed, and the others are counted', () => {
  expect(ignoredBy(support(5, ...['a', 'b', 'c', 'd', 'e'].map((name) => old(name))), 'REGEX')).toEqual({
    count: 5,
    total: 5,
    names: 'a (Java 11.0.2), b (Java 11.0.2), c (Java 11.0.2)',
    more: 2,
  })
})
