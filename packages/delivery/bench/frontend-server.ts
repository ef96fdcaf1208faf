/**
 * A server for the benchmark of the frontend API, in its own process: `ours`; `bare` is `node:http` that sends the
 * same bytes; `single` evaluates flag by flag and sends text. Reports its CPU time when asked.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Context, evaluateAll } from '@flagstaff/engine'
import Fastify from 'fastify'
import { createFront, createReceipts, createStore, delivery } from '../src/index.ts'
import { tokenRow } from '../test/rows.ts'
import { flagRows, TOKEN } from './frontend-flags.ts'

export type Answered = { headers: string[]; body: string }
export type Start = { kind: 'ours' | 'single'; flags: number } | { kind: 'bare'; answers: Answered[] }

function createFilledStore(flags: number) {
  const store = createStore({ regex: () => undefined }, { origins: ['*'], enabled: true })
  const rows = [tokenRow(TOKEN, { type: 'frontend' }), ...flagRows(flags)]
  const hash = '0'.repeat(16)
  store.apply({ revision: 1, epoch: '1', hash, complete: false, rows, heads: [] })
  return store
}

async function startOurs(flags: number): Promise<Server> {
  const store = createFilledStore(flags)
  const front = createFront()
  const app = Fastify({ serverFactory: front.serverFactory })
  const add = async () => {}
  await app.register(async (scope) => {
    await delivery(scope, {
      store,
      receipts: createReceipts(store),
      version: '1.0.0',
      direct: { front, ownAddresses: true },
      usage: { add },
      bulks: { add },
      outcomes: { add },
      registrations: { add, seen: () => {} },
      impact: { add },
      edges: { add },
      sample: { offer: () => {} },
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.server
}

function startSingle(flags: number): Server {
  const { ruleset } = createFilledStore(flags).environment('development')
  return createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams
    const { userId, ...properties } = Object.fromEntries(query)
    const context = { userId, properties } as Context
    const results = evaluateAll(ruleset, context, { now: Date.now(), random: Math.random })
    const toggles = [...results].flatMap(([name, { enabled, variant, impressionData }]) =>
      enabled ? [JSON.stringify({ name, enabled, variant, impressionData })] : [],
    )
    const body = `{"toggles":[${toggles.join(',')}]}`
    response.setHeader('content-type', 'application/json').end(body)
  })
}

function startBare(answers: Answered[]): Server {
  const ready = answers.map(({ headers, body }) => ({ headers, body: Buffer.from(body, 'base64') }))
  let turn = 0
  return createServer((_request, response) => {
    const answer = ready[turn++ % ready.length]
    response.writeHead(200, answer?.headers).end(answer?.body)
  })
}

async function start(asked: Start) {
  if (asked.kind === 'ours') return startOurs(asked.flags)
  const server = asked.kind === 'bare' ? startBare(asked.answers) : startSingle(asked.flags)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

process.on('message', async (message: Start | 'cpu') => {
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  } else process.send?.(((await start(message)).address() as AddressInfo).port)
})
process.once('disconnect', () => process.exit())
