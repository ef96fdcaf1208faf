import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { makePostgres } from '../test/cluster/postgres.ts'
import { REAL_BUDGET, type Reply, signIn, startServer } from '../test/cluster/server.ts'

// What reviews cost: protected environments elsewhere, drafts and applied requests of many changes, and other writers
// while drafts are edited. On a durable PostgreSQL, measured at the client.

const FLAGS = 100
const PROJECT = '/api/admin/projects/default'
const CONFIG = (environment: string) => `${PROJECT}/environments/${environment}/change-requests/config`
const REASON = { 'x-change-reason': 'bench' }
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))

const postgres = await makePostgres()
const server = await startServer(postgres.url, { MAIN: main, ...REAL_BUDGET })
const database = new pg.Client({ connectionString: postgres.url })
await database.connect()

async function call(method: string, path: string, body?: unknown): Promise<Reply['body']> {
  const reply = await server.call(method, path, body, me)
  if (reply.status >= 300)
    throw new Error(`${method} ${path} answered ${reply.status}: ${JSON.stringify(reply.body).slice(0, 300)}`)
  return reply.body
}

const flag = (index: number) => `flag-${index}`
const at = (index: number, environment: string) =>
  `${PROJECT}/features/${flag(index)}/environments/${environment}`
const ruleWith = (rollout: number) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(rollout), stickiness: 'default', groupId: 'g' },
})

/** Flags with one rule in production each; returns the IDs of the rules. */
async function prepare(): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < FLAGS; index++) {
    await call('POST', `${PROJECT}/features`, { name: flag(index) })
    ids.push((await call('POST', `${at(index, 'production')}/strategies`, ruleWith(50))).id)
  }
  return ids
}

const setProtected = (environment: string, on: boolean) =>
  call('PUT', CONFIG(environment), { changeRequestsEnabled: on })

/** Rounds in turns, so that a busy moment of the machine meets all of them. */
async function guard() {
  const times = new Map<string, number[]>()
  const round = async (name: string) => {
    const list = times.get(name) ?? []
    times.set(name, list)
    for (let turn = 0; turn < 20; turn++) {
      await call('POST', `${at(turn, 'development')}/on`)
      list.push(await timed(() => call('POST', `${at(turn, 'development')}/off`)))
    }
  }
  for (let turn = 0; turn < 15; turn++) {
    await round('nothing protected')
    await setProtected('production', true)
    await round('protected elsewhere')
    await database.query(
      `insert into protections (project, environment) select 'project-' || n, 'production' from generate_series(1, 500) n`,
    )
    await round('501 places protected elsewhere')
    await database.query(`delete from protections where project <> 'default'`)
    await setProtected('production', false)
  }
  const base = median(times.get('nothing protected') ?? [])
  for (const [name, list] of times)
    console.log(`a change, ${name}: ${ms(median(list))} (${(median(list) / base).toFixed(3)} times)`)
}

const changesOf = (size: number, rollout: number, first = 0) =>
  Array.from({ length: size }, (_, index) => ({
    feature: flag(first + index),
    action: 'updateStrategy',
    payload: { id: rules[first + index], ...ruleWith(rollout) },
  }))
const propose = (changes: unknown) =>
  call('POST', `${PROJECT}/environments/production/change-requests`, changes)

/** One more edit of a draft: all of its changes are made and undone again. */
async function rehearsal(size: number) {
  const { id } = await propose(changesOf(size, 60))
  const times: number[] = []
  for (let turn = 0; turn < 15; turn++)
    times.push(await timed(() => propose(changesOf(1, turn % 2 === 0 ? 70 : 60))))
  await call('DELETE', `${PROJECT}/change-requests/${id}`)
  console.log(`a draft of ${size} changes is edited: ${ms(median(times))}, slowest ${ms(Math.max(...times))}`)
}

async function approve(size: number, rollout: number, first = 0): Promise<number> {
  const { id } = await propose(changesOf(size, rollout, first))
  for (const state of ['In review', 'Approved']) await move(id, { state })
  return id
}
const move = (id: number, body: object) => call('PUT', `${PROJECT}/change-requests/${id}/state`, body)

async function application(size: number) {
  const times: number[] = []
  for (let turn = 0; turn < 7; turn++) {
    const id = await approve(size, turn % 2 === 0 ? 10 : 20)
    times.push(await timed(() => move(id, { state: 'Applied' })))
  }
  console.log(
    `a request of ${size} changes is applied: ${ms(median(times))}, slowest ${ms(Math.max(...times))}`,
  )
}

/** How long a change takes while a draft of 50 changes is edited without pause, in turns with nothing beside it. */
async function writersBeside() {
  const alone: number[] = []
  const beside: number[] = []
  const { id } = await propose(changesOf(50, 60))
  for (let turn = 0; turn < 10; turn++) {
    await write(alone)
    let stop = false
    const drafting = (async () => {
      for (let edit = 0; !stop; edit++) await propose(changesOf(1, edit % 2 === 0 ? 70 : 60))
    })()
    await write(beside)
    stop = true
    await drafting
  }
  await call('DELETE', `${PROJECT}/change-requests/${id}`)
  const ratio = median(beside) / median(alone)
  console.log(
    `a change beside edits of a draft of 50: ${ms(median(beside))}, alone ${ms(median(alone))} (${ratio.toFixed(2)} times)`,
  )
}
async function write(times: number[]) {
  for (let turn = 0; turn < 10; turn++)
    times.push(await timed(() => call('POST', `${at(99, 'development')}/${turn % 2 === 0 ? 'on' : 'off'}`)))
}

/** Requests that are scheduled for the next seconds. An author can have 50 open ones. */
async function lateness() {
  const late = [...(await lateIn(40, 30)), ...(await lateIn(40, 31)), ...(await lateIn(40, 32))].sort(
    (a, b) => a - b,
  )
  const [half, most] = [late[late.length / 2] ?? 0, late.at(-1) ?? 0]
  console.log(
    `${late.length} schedules are late by ${half.toFixed(2)} s (median), ${most.toFixed(2)} s (most)`,
  )
}

async function lateIn(schedules: number, rollout: number): Promise<number[]> {
  const ids: number[] = []
  const start = Date.now() + 15_000
  for (let index = 0; index < schedules; index++) {
    const id = await approve(1, rollout, index)
    await move(id, { state: 'Scheduled', scheduledAt: new Date(start + index * 200).toISOString() })
    ids.push(id)
  }
  for (;;) {
    const { rows } = await database.query<{ late: number | null }>(
      `select extract(epoch from (state_times ->> 'Applied')::timestamptz - scheduled_at)::float8 as late
       from change_requests where id = any($1)`,
      [ids],
    )
    const late = rows.flatMap((row) => row.late ?? [])
    if (late.length === schedules) return late
    if (Date.now() > start + 180_000) throw new Error(`only ${late.length} schedules were applied`)
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function median(list: readonly number[]): number {
  return [...list].sort((one, other) => one - other)[Math.floor(list.length / 2)] ?? 0
}

function ms(value: number): string {
  return `${value.toFixed(value < 20 ? 1 : 0)} ms`
}

const me = { ...(await signIn(server)), ...REASON }
const rules = await prepare()
try {
  await guard()
  await setProtected('production', true)
  for (const size of [1, 20, 100]) await rehearsal(size)
  for (const size of [60, 100]) await application(size)
  await writersBeside()
  await lateness()
} finally {
  await database.end()
  await server.kill()
  await postgres.remove()
}
