import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { makePostgres } from '../test/cluster/postgres.ts'
import { type Server, startServer } from '../test/cluster/server.ts'

// Changes a second with 16 writers, and how long one change of 2,000 documents takes, on a durable PostgreSQL and with
// history. `--against <commit>` builds that commit and measures it beside this one, in turns.

const root = fileURLToPath(new URL('../../../', import.meta.url))
const WRITERS = 16
const FLAGS = 350
const MANY = 1_000
const ROUND_MS = 6_000
const ROUNDS = 5
const PROJECT = '/api/admin/projects/default'

const { values } = parseArgs({ options: { against: { type: 'string' } } })
const postgres = await makePostgres()
const sides: Record<string, Server> = { ours: await start('ours', join(root, 'apps/server/dist/main.js')) }
if (values.against)
  sides.theirs = await start('theirs', join(build(values.against), 'apps/server/dist/main.js'))

try {
  for (const server of Object.values(sides)) await prepare(server)
  const rates: Record<string, number[]> = {}
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, server] of Object.entries(sides))
      rates[name] = [...(rates[name] ?? []), await rateOf(server)]
  for (const [name, list] of Object.entries(rates))
    console.log(
      `${name}: ${list.map(Math.round).join(' ')} changes a second, median ${Math.round(median(list))}`,
    )
  if (rates.theirs) console.log(`ratio ${(median(rates.ours ?? []) / median(rates.theirs)).toFixed(2)}`)
  for (const [name, server] of Object.entries(sides)) {
    const times: number[] = []
    for (let round = 0; round < 4; round++)
      times.push(await changeMany(server, round % 2 === 0 ? 'off' : 'on'))
    console.log(`${name}: one change of ${2 * MANY} documents: ${times.map(Math.round).join(' ')} ms`)
  }
} finally {
  await Promise.all(Object.values(sides).map((server) => server.kill()))
  await postgres.remove()
}

async function start(database: string, main: string): Promise<Server> {
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`create database ${database}`)
  await admin.end()
  const url = Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href
  return startServer(url, { MAIN: main, UNLEASH_FEATURE_FLAGS_LIMIT: '10000' })
}

/** A checkout of the commit, built; made once. */
function build(commit: string): string {
  const folder = join(root, '.tools', `commit-${commit}`)
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, stdio: 'pipe' })
  if (existsSync(join(folder, 'apps/server/dist/main.js'))) return folder
  execFileSync('git', ['worktree', 'add', '--detach', '--force', folder, commit], {
    cwd: root,
    stdio: 'pipe',
  })
  mkdirSync(join(folder, '.tools'), { recursive: true })
  if (existsSync(join(root, '.tools/node')))
    symlinkSync(join(root, '.tools/node'), join(folder, '.tools/node'))
  run('pnpm', 'install', '--frozen-lockfile')
  run('pnpm', 'exec', 'tsc', '-b')
  return folder
}

async function prepare(server: Server) {
  const importing = (names: string[]) => ({
    project: 'default',
    environment: 'development',
    data: {
      features: names.map((name) => ({ name })),
      featureStrategies: names.map((featureName) => ({
        name: 'flexibleRollout',
        featureName,
        parameters: { rollout: '50', stickiness: 'default', groupId: featureName },
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['7', '8'] }],
      })),
      featureEnvironments: names.map((name) => ({ name, enabled: true })),
      tagTypes: [],
    },
  })
  const names = Array.from({ length: FLAGS }, (_, index) => `flag-${index}`)
  const many = Array.from({ length: MANY }, (_, index) => `many-${index}`)
  for (const list of [names, many]) {
    const { status, body } = await server.call('POST', '/api/admin/features-batch/import', importing(list))
    if (status !== 200) throw new Error(`import answered ${status}: ${JSON.stringify(body)}`)
  }
  // Some history, as an installation has.
  await rateOf(server)
}

/** Each writer turns different flags on and off, so that writers wait for the counter only. */
async function rateOf(server: Server): Promise<number> {
  const until = performance.now() + ROUND_MS
  const started = performance.now()
  let done = 0
  const writer = async (index: number) => {
    for (let turn = 0; performance.now() < until; turn++) {
      const flag = `flag-${index + WRITERS * (Math.floor(turn / 2) % Math.floor(FLAGS / WRITERS))}`
      const state = turn % 2 === 0 ? 'off' : 'on'
      const { status } = await server.call(
        'POST',
        `${PROJECT}/features/${flag}/environments/development/${state}`,
      )
      if (status !== 200 && status !== 503) throw new Error(`answered ${status}`)
      if (status === 200) done += 1
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, index) => writer(index)))
  return (done * 1000) / (performance.now() - started)
}

/** A mark on all of them: each has a document by default and one for its environment. */
async function changeMany(server: Server, state: 'on' | 'off'): Promise<number> {
  const features = Array.from({ length: MANY }, (_, index) => `many-${index}`)
  const started = performance.now()
  const { status, body } = await server.call('POST', `${PROJECT}/stale`, { features, stale: state === 'off' })
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body).slice(0, 300)}`)
  return performance.now() - started
}

function median(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
}
