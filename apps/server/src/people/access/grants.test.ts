import { expect, test } from 'vitest'
import { type Grant, grantsOf } from './grants.ts'

const grant = (permission: Grant['permission'], project = '', environment = ''): Grant => ({
  permission,
  project,
  environment,
})
const inShop = { project: 'shop', environment: 'production' }

test.each([
  ['in the project and environment', grant('UPDATE_FEATURE_ENVIRONMENT', 'shop', 'production'), true],
  ['in all environments', grant('UPDATE_FEATURE_ENVIRONMENT', 'shop', '*'), true],
  ['in all environments, left empty', grant('UPDATE_FEATURE_ENVIRONMENT', 'shop', ''), true],
  ['in all projects', grant('UPDATE_FEATURE_ENVIRONMENT', '', 'production'), true],
  ['in another environment', grant('UPDATE_FEATURE_ENVIRONMENT', 'shop', 'development'), false],
  ['in another project', grant('UPDATE_FEATURE_ENVIRONMENT', 'blog', 'production'), false],
  ['for something else', grant('UPDATE_FEATURE', 'shop'), false],
])('a grant %s is held: %s', (_, given, held) => {
  const grants = grantsOf([given])
  expect(grants.holds('UPDATE_FEATURE_ENVIRONMENT', inShop)).toBe(held)
  expect(grants.holdsAnywhere('UPDATE_FEATURE_ENVIRONMENT', inShop)).toBe(held)
  expect(grants.isAdmin).toBe(false)
})

test('a grant in one place is held somewhere, but not everywhere', () => {
  const grants = grantsOf([grant('UPDATE_FEATURE_ENVIRONMENT', 'shop', 'production')])
  for (const scope of [{}, { project: 'shop' }, { environment: 'production' }]) {
    expect(grants.holdsAnywhere('UPDATE_FEATURE_ENVIRONMENT', scope)).toBe(true)
    expect(grants.holds('UPDATE_FEATURE_ENVIRONMENT', scope)).toBe(false)
  }
  expect(grants.holdsAnywhere('UPDATE_FEATURE_ENVIRONMENT', { project: 'blog' })).toBe(false)
  expect(grants.holdsAnywhere('UPDATE_FEATURE_ENVIRONMENT', { environment: 'development' })).toBe(false)
})

test('each of several grants of a permission counts', () => {
  const grants = grantsOf([grant('UPDATE_FEATURE', 'blog'), grant('UPDATE_FEATURE', 'shop')])
  for (const project of ['blog', 'shop']) expect(grants.holds('UPDATE_FEATURE', { project })).toBe(true)
  expect(grants.holds('UPDATE_FEATURE', { project: 'wiki' })).toBe(false)
})

test('an administrator holds everything, also with other grants', () => {
  const list = [grant('UPDATE_FEATURE', 'blog'), grant('ADMIN')]
  const grants = grantsOf(list)
  expect(grants.isAdmin).toBe(true)
  expect(grants.holds('UPDATE_FEATURE', { project: 'shop' })).toBe(true)
  expect(grants.holdsAnywhere('DELETE_PROJECT', { project: 'shop' })).toBe(true)
  expect(grants.list()).toEqual(list)
})

test('without grants nothing is held', () => {
  expect(grantsOf([]).holds('UPDATE_FEATURE', {})).toBe(false)
  expect(grantsOf([]).holdsAnywhere('UPDATE_FEATURE', {})).toBe(false)
  expect(grantsOf([]).isAdmin).toBe(false)
})

test('a root permission in a project role is held in every project', () => {
  const grants = grantsOf([grant('CREATE_SEGMENT', 'shop')])
  expect(grants.holds('CREATE_SEGMENT', {})).toBe(true)
  expect(grants.holds('CREATE_SEGMENT', { project: 'blog' })).toBe(true)
})
