/**
 * What exporting and removing a part of the event log costs, on a scratch database whose first part has a million
 * events with a real hash chain: seconds, bytes, and how long changes and deliveries take beside it. Also what a change
 * costs in a log with parts, compared with a log that is one table, in alternating rounds. Writes its section of the
 * page of measurements.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { createGunzip } from 'node:zlib'
import { chainHash, genesis, payloadDigest, type StoredEvent, toRecord } from '@flagstaff/event-log/chain'
import { checkPart } from '@flagstaff/event-log/part-file'
import type pg from 'pg'
import { machine, writeSection } from './delivery/page.ts'
import { onScratch, token } from './scratch.ts'

const [load = 0] = loadavg()
const EVENTS = 1_000_000
const AT_ONCE = 5_000
const ROUNDS = 8
const CHANGES = 500

const stored = (revision: number): StoredEvent => ({
  revision,
  type: 'feature-strategy-update',
  createdAt: new Date(Date.UTC(2025, 0, 1) + revision * 20_000).toISOString(),
  actorType: 'user',
  actorId: 1,
  actorName: 'bench',
  ip: '10.0.0.1',
  project: `project-${revision % 1000}`,
  environment: 'production',
  flag: `flag-${revision % 20_000}`,
  tags: '[]',
  groupType: null,
  groupId: null,
  data: rule(revision),
  preData: rule(revision - 1),
  via: null,
  client: null,
})
const rule = (revision: number) =>
  JSON.stringify({
    id: revision % 20_000,
    name: 'flexibleRollout',
    rollout: String(revision % 101),
    constraints: [],
  })

async function seed(pool: pg.Pool, digest: Buffer) {
  await pool.query(`insert into users (username, root_role) values ('bench', 1)`)
  await pool.query(
    `insert into personal_tokens (user_id, description, digest, expires_at)
      select id, 'bench', $1, now() + interval '1 day' from users where username = 'bench'`,
    [digest],
  )
  let hash = genesis
  for (let done = 0; done < EVENTS; done += AT_ONCE) {
    const records: string[] = []
    for (let revision = done + 1; revision <= done + AT_ONCE; revision++) {
      const event = stored(revision)
      const payload = payloadDigest(event)
      hash = chainHash(hash, event, payload)
      records.push(toRecord(event, payload, hash))
    }
    await pool.query(`select append($1, $2, '', $3::json, '[]', '[]')`, [
      done + AT_ONCE,
      hash,
      `[${records.join(',')}]`,
    ])
  }
  await cut(pool)
  await pool.query('vacuum analyze events')
}

/** The seeded events become a full part. */
const cut = async (pool: pg.Pool) => {
  await pool.query(`begin; alter table events detach partition events_1;
    alter table events attach partition events_1 for values from (1) to (${EVENTS + 1});
    create table events_next partition of events for values from (${EVENTS + 1}) to (5000001); commit`)
}

const medianOf = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
const p99Of = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0

await onScratch(
  seed,
  async (app, pool) => {
    await app.startWork()
    await app.http.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.http.server.address() as { port: number }
    const call = (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { authorization: token, 'content-type': 'application/json' },
      })
    const caughtUp = async () => {
      for (;;) {
        const { rows } = await pool.query<{ least: number }>(
          'select min(revision)::int as least from followers',
        )
        if ((rows[0]?.least ?? 0) >= EVENTS) return
        await new Promise((done) => setTimeout(done, 500))
      }
    }
    const created = await call('/api/admin/segments', {
      method: 'POST',
      body: JSON.stringify({ name: 'bench', constraints: [] }),
    })
    const { id: segment } = (await created.json()) as { id: number }
    let made = 0
    /** Milliseconds of changes while `work` runs, one every 50 ms. */
    const beside = async <T>(work: () => Promise<T>) => {
      const times: number[] = []
      let isOver = false
      const changes = (async () => {
        while (!isOver) {
          const started = performance.now()
          const response = await call(`/api/admin/segments/${segment}`, {
            method: 'PUT',
            body: JSON.stringify({ name: 'bench', description: `${++made}`, constraints: [] }),
          })
          if (response.status !== 204)
            throw new Error(`a change was answered with ${response.status} ${await response.text()}`)
          times.push(performance.now() - started)
          await new Promise((done) => setTimeout(done, 50))
        }
      })()
      const began = performance.now()
      const result = await work()
      const seconds = (performance.now() - began) / 1000
      isOver = true
      await changes
      return { result, seconds, times }
    }
    const rows: string[] = []
    const tell = (what: string, { seconds, times }: { seconds: number; times: number[] }) => {
      const cells = [seconds, medianOf(times), p99Of(times), Math.max(...times)].map((one) => one.toFixed(1))
      rows.push(`| ${[what, ...cells].join(' | ')} |`)
      console.log(rows.at(-1))
    }

    await caughtUp()
    const disk = await pool.query(`select pg_total_relation_size('events_1') / ${EVENTS} as bytes`)
    const kilobytes = (Number(disk.rows[0].bytes) / 1000).toFixed(1)
    const calm = await beside(() => new Promise((done) => setTimeout(done, 10_000)))
    tell('nothing else', calm)
    let bytes = 0
    const exported = await beside(async () => {
      const response = await call(`/api/admin/event-parts/${EVENTS}/file`)
      if (!response.body) throw new Error('the file is empty')
      const text = createGunzip()
      const checked = checkPart(text.setEncoding('utf8'))
      for await (const chunk of response.body) {
        bytes += chunk.length
        if (!text.write(chunk)) await once(text, 'drain')
      }
      text.end()
      return checked
    })
    const megabytes = (bytes / 1e6).toFixed(0)
    tell('export, and checking the file', exported)
    const removed = await beside(async () => {
      const { status } = await call(`/api/admin/event-parts/${EVENTS}/removal`, {
        method: 'POST',
        body: JSON.stringify({ sha256: exported.result.sha256 }),
      })
      if (status !== 202) throw new Error(`the removal was answered with ${status}`)
      for (;;) {
        await new Promise((done) => setTimeout(done, 250))
        const { rows } = await pool.query('select failure, removed_at from removed_event_parts')
        if (rows[0]?.failure) throw new Error(rows[0].failure)
        if (rows[0]?.removed_at) return
      }
    })
    tell('removal', removed)
    const left = await pool.query(`select count(*)::int as events from events`)
    console.log(`${left.rows[0].events} events are left, of ${made} changes and the removal itself`)
    writePage({ rows, kilobytes, megabytes, load, ...(await compareInserts(pool)) })
  },
  { REQUEST_BUDGET_MS: '10000' },
)

/** The same inserts into the log and into a copy that is one table, alternating. */
async function compareInserts(pool: pg.Pool) {
  await pool.query('create table whole (like events including all)')
  const digest = createHash('sha256').update('bench').digest()
  const times = { events: [] as number[], whole: [] as number[] }
  let revision = 4_000_000
  for (let round = 0; round < ROUNDS; round++)
    for (const table of round % 2 ? (['events', 'whole'] as const) : (['whole', 'events'] as const)) {
      const client = await pool.connect()
      const started = performance.now()
      for (let change = 0; change < CHANGES; change++)
        await client.query({
          name: `insert-${table}`,
          text: `insert into ${table} select $1, type, created_at, actor_type, actor_id, actor_name, ip, project, environment,
            flag, tags, group_type, group_id, data, pre_data, $2, $2, words from (select * from events limit 1) one`,
          values: [++revision, digest],
        })
      times[table].push((performance.now() - started) / CHANGES)
      client.release()
    }
  const [parts, whole] = [medianOf(times.events), medianOf(times.whole)]
  const share = (parts / whole).toFixed(2)
  console.log(
    `an insert with its commit: ${parts.toFixed(3)} ms into a log in parts, ${whole.toFixed(3)} into one table: ${share}`,
  )
  return { share }
}

type Result = { rows: string[]; kilobytes: string; megabytes: string; share: string; load: number }

/** The section about parts of the event log on the page of measurements. */
function writePage({ rows, kilobytes, megabytes, share, load }: Result) {
  const day = new Date().toISOString().slice(0, 10)
  writeSection(
    'Event log in parts',
    `\`pnpm bench event-parts\` [exports and removes a part](../using-flagstaff/deploy/event-log.md) of ${EVENTS.toLocaleString('en')} events with a real hash chain, while a segment is changed 20 times a second. The client that checks the file runs in the process of the server. It was run on ${day}, on ${machine()}, with a load of ${load.toFixed(1)} before it. The times of changes are in ms.

| | Seconds | Changes, p50 | p99 | most |
| --- | ---: | ---: | ---: | ---: |
${rows.join('\n')}

An event of this kind, with an index entry for everything it can be found by, takes ${kilobytes} kB of disk. The file has ${megabytes} MB. Inserting an event takes ${share} of the time with a log that is one table, in ${ROUNDS} alternating rounds of ${CHANGES} inserts.`,
    {},
  )
}
