import { afterAll, expect, test } from 'vitest'
import { freePort, makePostgres } from '../cluster/postgres.ts'
import { REAL_BUDGET, type Server, startServer } from '../cluster/server.ts'
import { type Kind, startLoad } from './load.ts'
import { type ProxyName, startProxy } from './proxies.ts'

// Two servers behind the load balancers of the documentation; `.ci/proxies` installs them.

const AWAY_SECONDS = 60
const LEAST_READS = 500
const RESTARTS = Number(process.env.PROXY_RESTARTS ?? 10)
const LEAST_REQUESTS = 2_000

const names: readonly ProxyName[] = ['HAProxy', 'nginx']
const postgres = await makePostgres()
const ports = [await freePort(), await freePort()]
const start = (port: number) =>
  startServer(postgres.url, { ...REAL_BUDGET, PORT: String(port), SHUTDOWN_DELAY_SECONDS: '5' })
const servers: Server[] = []
for (const port of ports) servers.push(await start(port))
const proxies = await Promise.all(names.map((name) => startProxy(name, ports)))

afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()))
  await Promise.all(servers.map((server) => server.kill()))
  await postgres.remove()
})

async function underLoad(kinds: readonly Kind[], least: number, work: () => Promise<void>) {
  const loads = proxies.map(({ name, url }) => ({ name, ...startLoad(url, kinds) }))
  await work()
  for (const load of loads) await expect.poll(load.sent).toBeGreaterThanOrEqual(least)
  for (const { name, end } of loads) {
    const { sent, lost } = await end()
    process.stdout.write(`${name}: ${lost.length} of ${sent} requests lost\n`)
    expect([name, lost]).toEqual([name, []])
  }
}

test(`while PostgreSQL is stopped for ${AWAY_SECONDS} s, no read is lost behind a load balancer`, () =>
  underLoad(['poll', 'evaluation'], LEAST_READS, async () => {
    await postgres.stop()
    const until = performance.now() + AWAY_SECONDS * 1_000
    while (performance.now() < until) await new Promise((done) => setTimeout(done, 1_000))
    await postgres.start()
  }))

test(`${RESTARTS} rolling restarts lose no request behind a load balancer`, () =>
  underLoad(['poll', 'evaluation', 'report'], LEAST_REQUESTS, async () => {
    for (let restart = 0; restart < RESTARTS; restart++) {
      const which = restart % 2
      await servers[which]?.stop()
      servers[which] = await start(ports[which] ?? 0)
    }
  }))
