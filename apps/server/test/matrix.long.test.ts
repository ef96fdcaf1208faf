import { expect, test } from 'vitest'
import { testApp } from './kit.ts'
import type { Principal } from './matrix/expectation.ts'
import { servedOperations } from './matrix/operations.ts'
import { makePrincipals } from './matrix/principals.ts'
import { walk } from './matrix/walk.ts'

// Every operation with every kind of caller in every place. `permissions.test.ts` is the part that always runs.

let principals: Principal[] = []
const kit = await testApp({ SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000000' }, async (db) => {
  principals = await makePrincipals(db)
})

test('every caller can do what the contract allows, and nothing else', { timeout: 1_200_000 }, async () => {
  const operations = await servedOperations(kit.app.http)
  const { cells, mismatches } = await walk(kit, { principals, operations })
  process.stdout.write(
    `matrix: ${operations.length} operations, ${principals.length} kinds of callers, ${cells} cells\n`,
  )
  expect(mismatches).toEqual([])
  expect(cells).toBeGreaterThan(40_000)
})
