/**
 * Benchmark: CPU time per request of the frontend API, compared in alternating rounds with bare `node:http` that sends
 * the same bytes, and with evaluating flag by flag. Medians over the rounds. Fails below the promised ratios.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { QUERY, TOKEN } from './frontend-flags.ts'
import { load } from './frontend-load.ts'
import type { Answered, Start } from './frontend-server.ts'

const CONNECTIONS = 8
const USERS = 200
/** Users whose flags are the same again and again. */
const FEW = 5

type Case = {
  title: string
  flags: number
  users: 'new' | 'few'
  requests: number
  rounds: number
  promised: { ofBare?: number; ofSingle?: number }
}
const quick = process.argv.includes('--quick')
const rounds = quick ? 3 : 9
const cases: Case[] = [
  {
    title: '350 flags, new users',
    flags: 350,
    users: 'new',
    requests: 3_000,
    rounds,
    promised: { ofBare: 0.6 },
  },
  {
    title: '350 flags, kept bodies',
    flags: 350,
    users: 'few',
    requests: 3_000,
    rounds,
    promised: { ofBare: 0.7 },
  },
  {
    title: '3,000 flags, new users',
    flags: 3_000,
    users: 'new',
    requests: 600,
    rounds,
    promised: { ofSingle: 5 },
  },
  { title: '3,000 flags, kept bodies', flags: 3_000, users: 'few', requests: 600, rounds, promised: {} },
]

type Running = { child: ChildProcess; port: number }

async function startServer(start: Start): Promise<Running> {
  const path = fileURLToPath(new URL('frontend-server.ts', import.meta.url))
  const child = fork(path, { execArgv: ['--conditions=source'] })
  child.send(start)
  const [port] = await once(child, 'message')
  return { child, port: Number(port) }
}

async function cpuMicroseconds({ child }: Running): Promise<number> {
  child.send('cpu')
  const [used] = await once(child, 'message')
  return Number(used)
}

const path = (user: string) => `/api/frontend?userId=${user}${QUERY}`

function ask(port: number, user: string): Promise<Answered> {
  const added = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: path(user), headers: { authorization: TOKEN } }
    get({ ...options, agent: false }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      const { rawHeaders: raw } = response
      const headers = raw.flatMap((name, index) =>
        index % 2 === 0 && !added.has(name.toLowerCase()) ? [name, raw[index + 1] ?? ''] : [],
      )
      resolve({ headers, body: Buffer.concat(chunks).toString('base64') })
    }).once('error', reject)
  })
}

let asked = 0
function toRequest(users: Case['users']): string {
  asked += 1
  const user = users === 'new' ? `user-${asked}` : `user-${asked % FEW}`
  return `GET ${path(user)} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${TOKEN}\r\nunleash-appname: bench\r\naccept: */*\r\n\r\n`
}

async function measure(server: Running, { users, requests }: Case): Promise<number> {
  const before = await cpuMicroseconds(server)
  await load(server.port, { count: requests, connections: CONNECTIONS, toRequest: () => toRequest(users) })
  return ((await cpuMicroseconds(server)) - before) / requests
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function run(one: Case) {
  const ours = await startServer({ kind: 'ours', flags: one.flags })
  const answers: Answered[] = []
  const users = one.users === 'new' ? USERS : FEW
  for (let user = 0; user < users; user++) answers.push(await ask(ours.port, `user-${user}`))
  const bare = await startServer({ kind: 'bare', answers })
  const single = await startServer({ kind: 'single', flags: one.flags })
  const figures = { ours: [] as number[], bare: [] as number[], single: [] as number[] }
  const [fewer, warmUp] = [Math.ceil(one.requests / 5), one.requests * 5]
  for (const server of [ours, bare]) await measure(server, { ...one, requests: warmUp })
  await measure(single, { ...one, requests: fewer })
  for (let round = 0; round < one.rounds; round++) {
    figures.ours.push(await measure(ours, one))
    figures.bare.push(await measure(bare, one))
    figures.single.push(await measure(single, { ...one, requests: fewer }))
  }
  for (const { child } of [ours, bare, single]) child.kill()
  report(one, figures, answers)
}

type Figures = Record<'ours' | 'bare' | 'single', number[]>

function report({ title, promised }: Case, figures: Figures, answers: readonly Answered[]) {
  // Both sides of a round run under the same load of the machine.
  const ratio = (kind: 'bare' | 'single') =>
    median(figures.ours.map((own, round) => (figures[kind][round] ?? 0) / own))
  const [ofBare, ofSingle] = [ratio('bare'), ratio('single')]
  const kilobytes = median(answers.map(({ body }) => (body.length * 0.75) / 1_000))
  const micro = (kind: keyof Figures) => `${median(figures[kind]).toFixed(0)} µs`
  console.log(
    `${title} (${kilobytes.toFixed(0)} kB): ${micro('ours')}, bare ${micro('bare')}, flag by flag ${micro('single')}: ` +
      `${ofBare.toFixed(2)} of bare, ${ofSingle.toFixed(1)} times flag by flag`,
  )
  const { ofBare: leastBare = 0, ofSingle: leastSingle = 0 } = promised
  if (ofBare >= leastBare && ofSingle >= leastSingle) return
  console.error(`less than promised: ${JSON.stringify(promised)}`)
  process.exitCode = 1
}

for (const one of cases) await run(one)
