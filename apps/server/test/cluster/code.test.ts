import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { expectStatus, PROJECT } from './changes.ts'
import { makePostgres } from './postgres.ts'
import { type Server, startServer } from './server.ts'

const postgres = await makePostgres()
const watch = new pg.Client({ connectionString: postgres.url })
await watch.connect()
const started: Server[] = []
const start = async () => {
  const server = await startServer(postgres.url)
  started.push(server)
  return server
}
afterAll(async () => {
  await started.at(-1)?.stop()
  await watch.end()
  await postgres.remove()
})

const FLAGS = 200
const names = Array.from({ length: FLAGS }, (_, index) => `flag-${String(index).padStart(3, '0')}`)
const files = (rollout: number) => ({
  owner: 'shop',
  config: { default: {} },
  flags: names.map((flag) => ({
    project: 'default',
    path: `${flag}.yaml`,
    content: {
      flag,
      description: `${rollout}`,
      environments: { production: { enabled: true, rules: [{ rollout }] } },
    },
  })),
})

const plan = async (server: Server, rollout: number): Promise<string> =>
  (await expectStatus(server.call('POST', '/api/admin/code/plan', files(rollout)), 200)).id
const apply = (server: Server, id: string) => server.call('POST', `/api/admin/code/plans/${id}/apply`, {})

/** Whether a transaction of the server has changed rows and is not committed. */
async function isWriting(): Promise<boolean> {
  const { rows } = await watch.query(
    'select 1 from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid() and datname = current_database()',
  )
  return rows.length > 0
}

/** The different percentages and descriptions that the flags have now. */
async function versions(server: Server): Promise<string[]> {
  const { flags } = await expectStatus(server.call('GET', '/api/admin/code/export?project=default'), 200)
  type Exported = { description: string; environments: { production: { rules: { rollout: number }[] } } }
  return [
    ...new Set(
      (flags as Exported[]).map(
        ({ description, environments }) => `${description} ${environments.production.rules[0]?.rollout}`,
      ),
    ),
  ]
}

test('a server that is killed while it applies files has applied all of them or none', async () => {
  let server = await start()
  await apply(server, await plan(server, 1))
  expect(await versions(server)).toEqual(['1 1'])
  const found = new Set<string>()
  for (let round = 0; round < 3; round++) {
    const [before] = await versions(server)
    const id = await plan(server, round + 2)
    const answer = apply(server, id).catch(() => undefined)
    // Killed as soon as it has written something, or when it has answered.
    if (round % 3 === 2) await answer
    else await expect.poll(isWriting, { interval: 1 }).toBe(true)
    await server.kill()
    await answer
    server = await start()
    const after = await versions(server)
    expect(after).toHaveLength(1)
    found.add(after[0] === before ? 'nothing' : 'everything')
    expect([before, `${round + 2} ${round + 2}`]).toContain(after[0])
    const { items } = await expectStatus(server.call('GET', '/api/admin/code/drift?owner=shop'), 200)
    expect(items).toEqual([])
  }
  expect([...found].sort()).toEqual(['everything', 'nothing'])
  expect((await server.call('GET', `${PROJECT}/features/${names[0]}`)).status).toBe(200)
})
