import type { AddressInfo } from 'node:net'
import { load } from './delivery/children.ts'
import { toRequest } from './delivery/requests.ts'
import type { onScratch } from './scratch.ts'

type App = Parameters<Parameters<typeof onScratch>[1]>[0]

const FLAGS = 350
const FLAGS_PER_POST = 20
const CONNECTIONS = [32, 512]
const SECONDS = 6

/** Posts of 20 of 350 flags over HTTP, each answered after its commit, with folding on. */
export async function measurePosts({ http }: App, secret: string): Promise<void> {
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  console.log('posts/s  per CPU second  median ms  99 % ms  connections')
  for (const connections of CONNECTIONS) {
    const found = await load(
      {
        port,
        requests: Array.from({ length: connections }, (_, number) => postOf(number, secret)),
        connections,
        seconds: SECONDS,
        statuses: [202],
        serverPid: process.pid,
      },
      2,
    )
    if (found.wrong > 0) throw new Error(`${found.wrong} posts were not answered with 202`)
    const cells = [
      found.perSecond.toFixed(0).padStart(7),
      found.perCpuSecond.toFixed(0).padStart(14),
      found.p50.toFixed(1).padStart(9),
      found.p99.toFixed(1).padStart(7),
    ]
    console.log(`${cells.join('  ')}  ${connections}`)
  }
}

function postOf(number: number, authorization: string): string {
  const names = Array.from(
    { length: FLAGS_PER_POST },
    (_, index) => `flag-${(number * FLAGS_PER_POST + index) % FLAGS}`,
  )
  const now = new Date().toISOString()
  const toggles = Object.fromEntries(names.map((name) => [name, { yes: 3, no: 1 }]))
  const body = { appName: 'shop', instanceId: `shop-${number}`, bucket: { start: now, stop: now, toggles } }
  return toRequest('/api/client/metrics', { authorization }, JSON.stringify(body))
}
