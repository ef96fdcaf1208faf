import { expect, test } from 'vitest'
import { holds } from './permissions.ts'

const inShop = { project: 'shop', environment: 'production' }

test.each([
  ['a root grant', {}, true],
  ['a grant with empty places', { project: '', environment: '' }, true],
  ['a grant in all places', { project: '*', environment: '*' }, true],
  ['a grant in the project', { project: 'shop' }, true],
  ['a grant in another project', { project: 'other' }, false],
  ['a grant in the environment', { project: 'shop', environment: 'production' }, true],
  ['a grant in another environment', { project: 'shop', environment: 'development' }, false],
])('%s: %j gives the permission: %s', (_, grant, expected) => {
  const grants = [{ permission: 'UPDATE_FEATURE_ENVIRONMENT', ...grant }]
  expect(holds(grants, 'UPDATE_FEATURE_ENVIRONMENT', inShop)).toBe(expected)
  expect(holds(grants, 'DELETE_FEATURE', inShop)).toBe(false)
})

test('a grant in one project does not apply without a project', () => {
  expect(holds([{ permission: 'CREATE_FEATURE', project: 'shop' }], 'CREATE_FEATURE', {})).toBe(false)
})

test('administrators hold every permission everywhere', () => {
  expect(holds([{ permission: 'ADMIN' }], 'DELETE_PROJECT', inShop)).toBe(true)
})
