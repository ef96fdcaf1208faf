import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createFlag, PROJECT } from './changes.ts'
import { makePostgres, type Postgres, query } from './postgres.ts'
import { startProxy } from './proxy.ts'
import { keepSending, reportVariant } from './senders.ts'
import { BACKEND_TOKEN, REAL_BUDGET, type Server, startServer } from './server.ts'

// Rehearses the runbook "Fail over the database" with a synchronous standby, while people change flags and applications
// report counts: nothing that was acknowledged is lost.

const WRITERS = 4
const soon = { interval: 50, timeout: 60_000 }

const primary = await makePostgres()
const machines: Postgres[] = [primary]
// As the address that servers are given: a host name, a load balancer or a pooler.
const address = await startProxy(primary.url)
const start = () => startServer(address.url, REAL_BUDGET)
const servers: [Server, Server] = [await start(), await start()]
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  address.close()
  for (const machine of machines) await machine.remove()
})

const change = async (server: Server, name: string) => (await createFlag(server, name)).status === 201
const served = async (server: Server): Promise<string[]> => {
  const response = await fetch(`${server.url}/api/client/features`, {
    headers: { authorization: BACKEND_TOKEN },
  })
  const { features } = (await response.json()) as { features: { name: string }[] }
  return features.map(({ name }) => name).sort()
}

test('a synchronous standby takes over, and has everything that was acknowledged', async () => {
  const standby = await primary.replicate()
  machines.push(standby)
  await query(primary.url, `alter system set synchronous_standby_names = '*'`)
  await query(primary.url, 'select pg_reload_conf()')
  await expect
    .poll(() => query(primary.url, `select 1 from pg_stat_replication where sync_state = 'sync'`), soon)
    .toHaveLength(1)

  const changes = keepSending(servers, WRITERS, 'flag', change)
  const reports = keepSending(servers, WRITERS, 'report', reportVariant)
  await changes.more(20)
  await reports.more(20)
  primary.kill()
  // Both servers go on serving flags without a primary.
  for (const server of servers) expect((await served(server)).length).toBeGreaterThan(0)
  await standby.promote()
  address.lead(standby.url)
  await changes.more(20)
  await reports.more(20)
  const [flags, counts] = [await changes.end(), await reports.end()]

  const { body } = await servers[0].call('GET', `${PROJECT}/features`)
  const names: string[] = body.features.map(({ name }: { name: string }) => name).sort()
  expect(flags.acknowledged.filter((name) => !names.includes(name))).toEqual([])
  expect(names.filter((name) => !flags.sent.has(name))).toEqual([])
  for (const server of servers) await expect.poll(() => served(server), soon).toEqual(names)

  await expect.poll(() => query(standby.url, 'select id from usage_log'), soon).toEqual([])
  const stored = await query<{ variant: string; yes: number }>(
    standby.url,
    `select variant, sum(yes)::int as yes from usage_counts where variant <> '' group by variant`,
  )
  const known = new Set(stored.map(({ variant }) => variant))
  expect(counts.acknowledged.filter((variant) => !known.has(variant))).toEqual([])
  expect(stored.filter(({ yes }) => yes > 1)).toEqual([])

  // As the runbook says.
  const program = fileURLToPath(new URL('../../src/verify-chain.ts', import.meta.url))
  const env = { ...process.env, DATABASE_URL: standby.url }
  expect(
    execFileSync(process.execPath, ['--conditions=source', program], { encoding: 'utf8', env }),
  ).toContain('the chain holds')
})
