import { expect, test } from 'vitest'
import { testApp } from './kit.ts'
import type { Principal } from './matrix/expectation.ts'
import { servedOperations } from './matrix/operations.ts'
import { makePrincipals } from './matrix/principals.ts'
import { walk } from './matrix/walk.ts'

// Every operation as each of the usual callers; a share of them as those who come another way (a session, a group, a
// service account, a credential that has ended); and as those who hold a single permission, what names it and a share
// of the rest. `matrix.long.test.ts` leaves nothing out.

let principals: Principal[] = []
const kit = await testApp({ SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000000' }, async (db) => {
  principals = await makePrincipals(db)
})
const operations = await servedOperations(kit.app.http)
const usual = [
  'nobody',
  'admin',
  'editor',
  'viewer',
  'owner',
  'member',
  'backend token',
  'frontend token',
  'SCIM token',
]
const isSingle = ({ name }: Principal) => name.startsWith('only ')

test('the walk sees most of the contract', () => {
  expect(operations.length).toBeGreaterThan(220)
  expect(principals.length).toBeGreaterThan(80)
})

test.each(principals.filter((one) => !isSingle(one)).map((one, index) => [one.name, one, index] as const))(
  '%s may call what the contract allows, and nothing else',
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

test('a single permission opens what names it, and nothing else', async () => {
  const { mismatches } = await walk(
    kit,
    { principals: principals.filter(isSingle), operations },
    ({ name }, { permission }, index) =>
      permission.split(/[|?]/).includes(name.slice('only '.length)) || index % 25 === 0,
  )
  expect(mismatches).toEqual([])
})

test('a caller who may do more than the contract says would be found', async () => {
  const [admin] = principals.filter(({ name }) => name === 'admin')
  const asViewer = { name: 'admin', headers: admin?.headers ?? {}, kind: 'account' } as const
  const { mismatches } = await walk(kit, { principals: [asViewer], operations: operations.slice(0, 40) })
  expect(mismatches.length).toBeGreaterThan(10)
})
