import { expect, test } from 'vitest'
import { testApp } from './kit.ts'
import type { Principal } from './matrix/expectation.ts'
import { servedOperations } from './matrix/operations.ts'
import { makePrincipals } from './matrix/principals.ts'
import { walk } from './matrix/walk.ts'

// Every operation with each of the usual callers, a sample with other callers (session, group, service account, expired
// credentials), and with single-permission callers the operations that name the permission and a sample of the rest.
// `matrix.long.test.ts` covers everything.

let principals: Principal[] = []
const kit = await testApp({ SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000000' }, async (db) => {
  principals = await makePrincipals(db)
})
const operations = await servedOperations(kit.app.http)
const usual = [
  'nobody',
  'admin',
  'admin who only proposes',
  'service account that only proposes',
  'editor',
  'viewer',
  'owner',
  'member',
  'backend token',
  'frontend token',
  'SCIM token',
]
const isSingle = ({ name }: Principal) => name.startsWith('only ')

test('the matrix covers most of the contract', () => {
  expect(operations.length).toBeGreaterThan(220)
  expect(principals.length).toBeGreaterThan(80)
})

test.each(principals.filter((one) => !isSingle(one)).map((one, index) => [one.name, one, index] as const))(
  '%s can call what the contract allows, and nothing else',
  async (name, principal, share) => {
    const { cells, mismatches } = await walk(
      kit,
      { principals: [principal], operations },
      (_principal, _operation, index) => usual.includes(name) || (index + share) % 5 === 0,
    )
    expect(mismatches).toEqual([])
    expect(cells).toBeGreaterThan(50)
  },
)

test('a single permission allows the operations that name it, and nothing else', async () => {
  const { mismatches } = await walk(
    kit,
    { principals: principals.filter(isSingle), operations },
    ({ name }, { permission }, index) =>
      permission.split(/[|?]/).includes(name.slice('only '.length)) || index % 25 === 0,
  )
  expect(mismatches).toEqual([])
})

test('the matrix detects a caller with more permissions than the contract allows', async () => {
  const [admin] = principals.filter(({ name }) => name === 'admin')
  const asViewer = { name: 'admin', headers: admin?.headers ?? {}, kind: 'account' } as const
  const { mismatches } = await walk(kit, { principals: [asViewer], operations: operations.slice(0, 40) })
  expect(mismatches.length).toBeGreaterThan(10)
})
