import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeProject } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'
import { updateFlag } from '../../flags/index.ts'
import { system } from './actor.ts'
import { executeAll, type Order } from './commands.ts'

const { app, as, db } = await testApp()
const ROUNDS = 10

/** The number of deadlocks that PostgreSQL has detected in this database; its statistics lag by a second. */
async function deadlocks(): Promise<number> {
  await new Promise((done) => setTimeout(done, 1_500))
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select deadlocks::int as count from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]?.count ?? 0
}

test('changing segments while their project is deleted causes no deadlock', async () => {
  const before = await deadlocks()
  const statuses: number[] = []
  const deleted: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const project = `going-${round}`
    await makeProject(db, project)
    const { body } = await as.admin.post('/api/admin/segments', { name: project, project, constraints: [] })
    const change = async (description: string) => {
      const segment = { name: project, project, constraints: [], description }
      return (await as.admin.put(`/api/admin/segments/${body.id}`, segment)).status
    }
    const [gone, ...changed] = await Promise.all([
      as.admin.delete(`/api/admin/projects/${project}`).then(({ status }) => status),
      ...Array.from({ length: 7 }, (_, index) => change(`${index}`)),
    ])
    deleted.push(gone)
    statuses.push(...changed)
  }
  expect(deleted).toEqual(Array(ROUNDS).fill(200))
  expect(new Set(statuses).difference(new Set([204, 404]))).toEqual(new Set())
  expect(await deadlocks()).toBe(before)
})

test('two lists of orders on the same flags in opposite order cause no deadlock', async () => {
  const before = await deadlocks()
  const [one, two] = ['first', 'second']
  for (const name of [one, two]) await as.admin.post('/api/admin/projects/default/features', { name })
  const describe = (description: string) => (flag: string) =>
    updateFlag.with({ project: 'default', flag, description })
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const lists = [[one, two].map(describe(`there ${round}`)), [two, one].map(describe(`back ${round}`))]
    await Promise.all(
      lists.map((orders) => app.handles.write(system, (tx) => executeAll(tx, orders as Order[]))),
    )
  }
  expect(await deadlocks()).toBe(before)
})
