import { expect, test } from 'vitest'
import { createFlag, expectStatus, PROJECT } from './changes.ts'
import { openCrew } from './crew.ts'
import type { Server } from './server.ts'

const SIGNALS = 300
const FLAGS = 2

const { start, kill, database } = await openCrew()
const servers = [await start(), await start()]
const some = () => servers[0] as Server
const call = (method: string, path: string, body?: unknown) => some().call(method, path, body)

/** Every other signal turns two flags on, and the one after it turns them off again. */
async function prepare() {
  const endpoint = await expectStatus(call('POST', '/api/admin/signal-endpoints', { name: 'alerts' }), 201)
  const account = await expectStatus(
    call('POST', '/api/admin/service-account', { name: 'Robot', username: 'robot', rootRole: 1 }),
    201,
  )
  const flags = Array.from({ length: FLAGS }, (_, index) => `acted-${index}`)
  for (const flag of flags) await expectStatus(createFlag(some(), flag), 201)
  const makeSet = (name: string, action: string) =>
    expectStatus(
      call('POST', `${PROJECT}/actions`, {
        name,
        actorId: account.id,
        match: {
          source: 'signal-endpoint',
          sourceId: endpoint.id,
          payload: { turn: { operator: 'IN', values: [name] } },
        },
        // Two steps each, so that a server can be killed between them.
        actions: flags.map((featureName, index) => ({
          action,
          sortOrder: index + 1,
          executionParams: { environment: 'development', featureName },
        })),
      }),
      201,
    )
  await makeSet('on', 'TOGGLE_FEATURE_ON')
  await makeSet('off', 'TOGGLE_FEATURE_OFF')
  return endpoint.id
}

const count = async (text: string): Promise<number> => {
  const { rows } = await database.query<{ count: number }>(`select count(*)::int as count from ${text}`)
  return rows[0]?.count ?? 0
}

test('each effect of a signal happens exactly once while servers are killed', async () => {
  const endpoint = await prepare()
  await database.query(
    `insert into signals (endpoint_id, key, payload)
     select $1, n::text, jsonb_build_object('turn', case when n % 2 = 1 then 'on' else 'off' end)
     from generate_series(1, $2::int) n`,
    [endpoint, SIGNALS],
  )
  const done = () => count(`action_runs where state = 'success'`)
  // A server is killed after every fifth of the work.
  for (let round = 1; round < 5; round++) {
    await expect.poll(done, { timeout: 300_000 }).toBeGreaterThanOrEqual((SIGNALS / 5) * round)
    await kill(servers[round % 2] as Server)
    servers[round % 2] = await start()
  }
  await expect.poll(done, { timeout: 300_000 }).toBe(SIGNALS)
  expect(await count(`action_steps where state = 'success'`)).toBe(SIGNALS * 2)
  expect(await count(`action_steps where state <> 'success'`)).toBe(0)
  // A signal that was taken twice, or out of order, would leave the flag as it is and record nothing.
  const switched = `events where type in ('feature-environment-enabled', 'feature-environment-disabled') and group_type = 'action'`
  expect(await count(switched)).toBe(SIGNALS * 2)
  expect(await count(`(select distinct group_id, flag from ${switched}) once`)).toBe(SIGNALS * 2)
  const { rows } = await database.query<{ ordered: boolean }>(
    `select bool_and(signal_id >= coalesce(before, 0)) as ordered from (
       select r.signal_id, lag(r.signal_id) over (order by e.revision) as before
       from ${switched.replace('events', 'events e join action_runs r on r.id = e.group_id::int')}) pairs`,
  )
  expect(rows[0]?.ordered).toBe(true)
}, 600_000)
