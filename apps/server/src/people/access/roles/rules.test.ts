import { expect, test } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { catalogue } from '../catalogue.ts'
import { acceptName, acceptPermissions, requireCustom } from './rules.ts'

const environments = ['development', 'production']
const idOf = (name: string) => catalogue.find((one) => one.name === name)?.id ?? 0

test('permissions are accepted by name, and by id for old clients', () => {
  expect(
    acceptPermissions(
      'custom',
      [
        { name: 'UPDATE_FEATURE', environment: '' },
        { id: idOf('CREATE_FEATURE') },
        { id: 1, name: 'DELETE_FEATURE' },
        { name: 'UPDATE_FEATURE' },
      ],
      environments,
    ),
  ).toEqual([
    { permission: 'CREATE_FEATURE', environment: '' },
    { permission: 'DELETE_FEATURE', environment: '' },
    { permission: 'UPDATE_FEATURE', environment: '' },
  ])
})

test('a root role can contain root permissions and project permissions', () => {
  const wanted = [{ name: 'CREATE_PROJECT' }, { name: 'UPDATE_PROJECT' }]
  expect(acceptPermissions('root-custom', wanted, environments)).toEqual([
    { permission: 'CREATE_PROJECT', environment: '' },
    { permission: 'UPDATE_PROJECT', environment: '' },
  ])
})

test('environment permissions are stored once per environment', () => {
  const name = 'UPDATE_FEATURE_ENVIRONMENT'
  const wanted = environments.map((environment) => ({ name, environment }))
  expect(acceptPermissions('custom', wanted, environments)).toEqual([
    { permission: name, environment: 'development' },
    { permission: name, environment: 'production' },
  ])
})

test.each([
  ['an unknown name', 'custom', { name: 'FLY' }],
  ['an unknown id', 'custom', { id: 4711 }],
  ['ADMIN', 'root-custom', { name: 'ADMIN' }],
  ['ADMIN by id', 'root-custom', { id: idOf('ADMIN') }],
  ['a root permission in a project role', 'custom', { name: 'CREATE_PROJECT' }],
  [
    'an environment permission in a root role',
    'root-custom',
    { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' },
  ],
  ['an environment permission without an environment', 'custom', { name: 'UPDATE_FEATURE_ENVIRONMENT' }],
  [
    'an environment permission for all environments',
    'custom',
    { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: '*' },
  ],
  ['an unknown environment', 'custom', { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'moon' }],
] as const)('%s is refused', (_what, type, permission) => {
  expect(() => acceptPermissions(type, [permission], environments)).toThrow(AppError)
})

test('role names are trimmed and cannot be empty', () => {
  expect(acceptName(' Deployer ')).toBe('Deployer')
  expect(() => acceptName('  ')).toThrow('name')
  expect(acceptName('x'.repeat(100))).toHaveLength(100)
  expect(() => acceptName('x'.repeat(101))).toThrow('100')
})

test('built-in roles cannot be changed', () => {
  for (const type of ['custom', 'root-custom']) expect(requireCustom({ name: 'x', type })).toBe(type)
  expect(() => requireCustom({ name: 'Owner', type: 'project' })).toThrow('built in')
})
