import { Agent, request } from 'node:http'
import pg from 'pg'
import type { Bench, Line } from '../bench.ts'
import { flagName } from '../flags.ts'
import { metrics } from '../posts.ts'
import { importFlags, type Site } from '../site.ts'

const WORKERS = 32

/** Kills the server a third of the way, stops it after two, and looks what became of the counts it had acknowledged. */
export async function measureKills(bench: Bench): Promise<Line[]> {
  const posts = bench.quick ? 3_000 : 20_000
  const database = await bench.database()
  let site = await bench.ours(database)
  const { port } = site
  await importFlags(site, 0, 20)
  const restart = async (signal: NodeJS.Signals) => {
    site.signal(signal)
    await site.end()
    site = await bench.ours(database, { port })
  }
  const restarts = new Map<number, NodeJS.Signals>([
    [Math.floor(posts / 3), 'SIGKILL'],
    [Math.floor((2 * posts) / 3), 'SIGTERM'],
  ])
  const agent = new Agent({ keepAlive: true, maxSockets: WORKERS })
  let [sent, acknowledged, away] = [0, 0, Promise.resolve()]
  const work = async (worker: number) => {
    while (sent < posts) {
      const signal = restarts.get(++sent)
      if (signal) away = restart(signal)
      if (await isAcknowledged(site, agent, worker)) acknowledged += 1
      else await away
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
  await away
  agent.destroy()
  const stored = await countOf(database)
  const lost = Math.max(0, acknowledged - stored)
  const count = (number: number) => number.toLocaleString('en')
  return [
    {
      what: `counts lost by kill -9 and SIGTERM, ${count(posts)} posts`,
      unit: 'lost',
      ours: lost,
      reached: `${lost} of ${count(acknowledged)} acknowledged; ${count(stored)} are in the database`,
      promised: '0',
      held: lost === 0 && acknowledged > posts / 2,
    },
  ]
}

const isAcknowledged = ({ port, backend }: Site, agent: Agent, worker: number) =>
  new Promise<boolean>((resolve) => {
    const post = request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/client/metrics',
        agent,
        headers: { authorization: backend, 'content-type': 'application/json' },
      },
      (response) => {
        response.resume()
        response.once('close', () => resolve(response.statusCode === 202))
      },
    )
    post.once('error', () => resolve(false))
    post.end(metrics(worker, 1))
  })

async function countOf(database: string): Promise<number> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query(
    `select sum(yes)::int as stored from usage_counts where flag = $1 and variant = ''`,
    [flagName(0)],
  )
  await client.end()
  return Number(rows[0]?.stored)
}
