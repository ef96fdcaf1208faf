/**
 * How the requests of the interface, start-up and memory grow: 1,000, 10,000 and 100,000 flags in projects of 100, two
 * environments with rules. Starts the built server as a process (run `pnpm build` first). Medians of 7 after a warm-up,
 * with the real request budget. Fails where a figure at the largest size is more than promised.
 *
 *   pnpm bench growth [--flags 10000]
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { REAL_BUDGET, type Server, startServer } from '../test/cluster/server.ts'
import { flagName, growthSeed } from './growth-seed.ts'
import { onScratchDatabase, token } from './scratch.ts'

const ROUNDS = 7
const TICKS_PER_SECOND = 100
const PROMISED_MS = 200
const PROMISED_CPU_SECONDS = 6
const PROMISED_MB = 600

type Figure = { title: string; text: string; held: boolean }
type Question = { title: string; method?: string; path: (round: number) => string; body?: object }

const { values } = parseArgs({ options: { flags: { type: 'string', multiple: true } } })
const sizes = values.flags?.map(Number) ?? [1_000, 10_000, 100_000]
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))

const questions = (flags: number): Question[] => {
  const search = (query: string) => () => `/api/admin/search/features?${query}`
  const middle = flagName(flags / 2)
  const project = `project-${Math.floor(flags / 200)}`
  const playground = { environment: 'production', context: { appName: 'bench', userId: '7', country: 'NO' } }
  return [
    { title: 'search, first page', path: search('limit=50') },
    { title: 'search by a rare word', path: search(`query=${middle}`) },
    { title: 'search by a common word', path: search('query=wizard') },
    { title: 'search by state in an environment', path: search('status=production:enabled') },
    { title: 'search in a project', path: search(`project=IS:${project}&limit=50`) },
    {
      title: 'playground, whole environment',
      method: 'POST',
      path: () => '/api/admin/playground',
      body: playground,
    },
    {
      title: 'playground, a page of 100',
      method: 'POST',
      path: () => '/api/admin/playground',
      body: { ...playground, limit: 100 },
    },
    {
      title: 'playground, one project',
      method: 'POST',
      path: () => '/api/admin/playground',
      body: { ...playground, projects: [project] },
    },
    { title: 'project list', path: () => '/api/admin/projects' },
    { title: 'project list, a page of 50', path: () => '/api/admin/projects?limit=50' },
    { title: 'events, first page', path: () => '/api/admin/search/events?limit=50' },
    {
      title: 'events, deep offset',
      path: () => `/api/admin/search/events?limit=50&offset=${2 * flags - 100}`,
    },
    { title: 'events, deep by revision', path: () => '/api/admin/search/events?limit=50&before=100' },
    { title: 'flag page', path: () => `/api/admin/projects/${project}/features/${middle}` },
    { title: 'project overview', path: () => `/api/admin/projects/${project}/overview` },
    {
      title: 'environment toggle',
      method: 'POST',
      path: (round) =>
        `/api/admin/projects/${project}/features/${middle}/environments/production/${round % 2 ? 'on' : 'off'}`,
    },
  ]
}

const columns = new Map<number, Figure[]>()
for (const flags of sizes) {
  await onScratchDatabase(growthSeed(flags), async (url) => {
    columns.set(flags, await measureServer(url, flags))
  })
}
printTable()

async function measureServer(databaseUrl: string, flags: number): Promise<Figure[]> {
  const began = performance.now()
  const server = await startServer(databaseUrl, { ...REAL_BUDGET, MAIN: main })
  try {
    const seconds = (performance.now() - began) / 1_000
    const cpu = cpuSeconds(server.pid)
    const atStart = residentMb(server.pid)
    const figures: Figure[] = []
    for (const question of questions(flags)) figures.push(await ask(server, question))
    const after = residentMb(server.pid)
    return [
      ...figures,
      { title: 'ready after, s', text: seconds.toFixed(1), held: true },
      { title: 'CPU until ready, s', text: cpu.toFixed(1), held: cpu <= PROMISED_CPU_SECONDS },
      { title: 'memory when ready, MB', text: String(atStart), held: atStart <= PROMISED_MB },
      { title: 'memory after all requests, MB', text: String(after), held: after <= PROMISED_MB },
    ]
  } finally {
    await server.stop()
  }
}

async function ask(server: Server, { title, method = 'GET', path, body }: Question): Promise<Figure> {
  const times: number[] = []
  const statuses = new Set<number>()
  let bytes = 0
  for (let round = -2; round < ROUNDS; round++) {
    const began = performance.now()
    const response = await fetch(`${server.url}${path(round & 1)}`, {
      method,
      headers: { authorization: token, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    bytes = (await response.arrayBuffer()).byteLength
    statuses.add(response.status)
    if (round >= 0) times.push(performance.now() - began)
  }
  const median = times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  const refused = [...statuses].filter((status) => status >= 300)
  const size = bytes > 100_000 ? ` (${(bytes / 1_000_000).toFixed(1)} MB)` : ''
  const status = refused.length > 0 ? ` [${refused.join(', ')}]` : ''
  return {
    title,
    text: `${median.toFixed(0)}${size}${status}`,
    held: refused.length === 0 && median <= PROMISED_MS,
  }
}

/** User and system time of a process so far. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

function residentMb(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1_024)
}

function printTable() {
  const [first = []] = columns.values()
  const row = (title: string, cells: readonly string[]) =>
    console.log([title.padEnd(34), ...cells.map((cell) => cell.padStart(18))].join(''))
  row(
    'median ms at',
    sizes.map((size) => `${size} flags`),
  )
  for (const [index, { title }] of first.entries())
    row(
      title,
      sizes.map((size) => columns.get(size)?.[index]?.text ?? ''),
    )
  const missed = columns.get(Math.max(...sizes))?.filter(({ held }) => !held) ?? []
  console.log(
    missed.length > 0
      ? `missed: ${missed.map(({ title }) => title).join(', ')}`
      : 'all within what is promised',
  )
  if (missed.length > 0) process.exitCode = 1
}
