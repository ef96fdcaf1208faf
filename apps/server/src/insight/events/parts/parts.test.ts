import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { checkPart } from '@flagstaff/event-log/part-file'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { cutParts, dropDatabase } from '../../../../test/event-parts.ts'
import { makeFlag } from '../../../../test/fixtures.ts'
import { cleanDatabase, testApp } from '../../../../test/kit.ts'
import { readNews } from '../../../delivery/published-queries.ts'
import { system } from '../../../platform/write/actor.ts'
import { refuseNewer } from '../../../platform/write/basis.ts'
import { executeOrder } from '../../../platform/write/commands.ts'
import { verifyChain } from '../../../platform/write/verify.ts'
import { recordRemoval } from './commands.ts'
import { partUpkeep } from './jobs.ts'
import { analyzeEvents } from './queries.ts'

const DAY = 86_400_000
// After the application has stopped.
afterAll(async () => dropDatabase(await cleanDatabase()))

const { app, as, db, actors } = await testApp()
await app.startWork()
const parts = async () => (await as.admin.get('/api/admin/event-parts')).body
const partOf = async (last: number) =>
  (await parts()).parts.find((one: { last: number }) => one.last === last)
const revision = async () =>
  (await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()).revision
const handles = { ...app.handles, db }

for (const name of ['one', 'two', 'three', 'four', 'five', 'six'])
  await as.admin.post('/api/admin/segments', { name, constraints: [] })
await makeFlag(db, 'checkout', { environments: { development: { enabled: true }, production: {} } })
for (let change = 0; change < 16; change++)
  await as.admin.post(
    `/api/admin/projects/default/features/checkout/environments/production/${change % 2 ? 'off' : 'on'}`,
  )
const SIZE = 5
const client = await app.database.pool.connect()
await cutParts(client, SIZE)
client.release()

/** The file as it is downloaded, and what a check of it says. */
async function download(last: number) {
  const { statusCode, headers, rawPayload } = await app.http.inject({
    url: `/api/admin/event-parts/${last}/file`,
    headers: { authorization: actors.admin.token ?? '' },
  })
  expect(statusCode).toBe(200)
  const text = gunzipSync(rawPayload).toString()
  return { headers, text, checked: await checkPart(piecesOf(text)) }
}

async function* piecesOf(text: string) {
  yield text
}

const remove = (last: number, sha256: string) =>
  as.admin.post(`/api/admin/event-parts/${last}/removal`, { sha256 })
/** Removes it when it is old enough. */
async function removeLater(last: number, sha256: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 91 * DAY })
  try {
    return await remove(last, sha256)
  } finally {
    vi.useRealTimers()
  }
}

test('parts are listed, and a part is exported as a file that verifies by itself', async () => {
  const { parts: list, removed } = await parts()
  expect(removed).toEqual([])
  expect(list.length).toBeGreaterThan(3)
  expect(list[0]).toMatchObject({ first: 1, last: SIZE, events: SIZE, state: 'full', failure: null })
  expect(list.at(-1)).toMatchObject({ state: 'open', last: 5_000_000 })
  expect(list[0].from < list[0].to).toBe(true)

  const { headers, text, checked } = await download(SIZE * 2)
  expect(headers['content-disposition']).toContain(`flagstaff-events-${SIZE + 1}-${SIZE * 2}.ndjson.gz`)
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from events where revision in (${SIZE}, ${SIZE * 2}) order by revision`.execute(
    db,
  )
  expect(checked).toMatchObject({
    first: SIZE + 1,
    last: SIZE * 2,
    events: SIZE,
    hashBefore: rows[0]?.hash,
    lastHash: rows[1]?.hash,
  })
  expect((await download(SIZE * 2)).text).toBe(text)
  const open = await download(5_000_000)
  expect(open.checked.last).toBe(await revision())
})

test('a part is not exported for its headers', async () => {
  const { statusCode } = await app.http.inject({
    method: 'HEAD',
    url: `/api/admin/event-parts/${SIZE}/file`,
    headers: { authorization: actors.admin.token ?? '' },
  })
  expect(statusCode).toBe(404)
})

test('a download that nobody reads is ended, so that another one can start', async () => {
  for (const name of ['long', 'longer', 'longest'])
    await as.admin.post('/api/admin/projects/default/features', {
      name,
      description: randomBytes(60_000).toString('base64'),
    })
  const file = (last: number) => ({
    url: `/api/admin/event-parts/${last}/file`,
    headers: { authorization: actors.admin.token ?? '' },
  })
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const unread = await app.http.inject({ ...file(5_000_000), payloadAsStream: true })
  const [endUnread] = timers.mock.calls.find(([, after]) => after === 120_000) ?? []
  timers.mockRestore()
  unread.stream().on('error', () => {})
  const statusOfNext = async () => (await app.http.inject(file(SIZE))).statusCode
  expect([unread.statusCode, await statusOfNext()]).toEqual([200, 409])
  endUnread?.()
  await expect.poll(statusOfNext).toBe(200)
})

test('only administrators see, export or remove parts', async () => {
  expect((await as.editor.get('/api/admin/event-parts')).status).toBe(403)
  expect((await as.editor.get(`/api/admin/event-parts/${SIZE}/file`)).status).toBe(403)
  const { status } = await as.editor.post(`/api/admin/event-parts/${SIZE}/removal`, {
    sha256: '0'.repeat(64),
  })
  expect(status).toBe(403)
  expect((await as.admin.get('/api/admin/event-parts/7/file')).status).toBe(404)
  expect((await remove(7, '0'.repeat(64))).status).toBe(404)
  expect((await remove(SIZE, 'abc')).status).toBe(400)
})

test('young parts, newer parts and other files are refused', async () => {
  const { checked } = await download(SIZE)
  const young = await remove(SIZE, checked.sha256)
  expect([young.status, young.body.message]).toEqual([409, expect.stringContaining('less than 90 days old')])
  const newer = await removeLater(SIZE * 2, (await download(SIZE * 2)).checked.sha256)
  expect([newer.status, newer.body.message]).toEqual([409, 'Remove the older parts first.'])
  const open = await removeLater(5_000_000, checked.sha256)
  expect([open.status, open.body.message]).toEqual([409, 'New events are still added to this part.'])
  await followed()
  expect((await removeLater(SIZE, checked.sha256.replace(/./g, '0'))).status).toBe(202)
  await expect
    .poll(async () => (await partOf(SIZE)).failure)
    .toContain('The SHA-256 does not match this part')
  expect(await partOf(SIZE)).toMatchObject({ state: 'full' })
})

test('a removed part leaves a log that verifies, and everything goes on', async () => {
  const { checked } = await download(SIZE)
  const sdk = await as.backendToken.get('/api/client/features')
  const total = (await as.admin.get('/api/admin/search/events')).body.total
  await followed()
  expect((await removeLater(SIZE, checked.sha256)).status).toBe(202)
  await expect.poll(async () => (await parts()).removed.length).toBe(1)
  expect((await parts()).removed[0]).toMatchObject({
    first: 1,
    last: SIZE,
    lastHash: checked.lastHash,
    sha256: checked.sha256,
  })
  expect((await parts()).parts[0].first).toBe(SIZE + 1)
  expect(await db.selectFrom('events').select('revision').where('revision', '<=', SIZE).execute()).toEqual([])

  const log = (await as.admin.get('/api/admin/search/events?limit=1000')).body
  expect(log.total).toBe(total + 2 - SIZE)
  expect(log.events.map(({ type }: { type: string }) => type).slice(0, 2)).toEqual([
    'event-part-removed',
    'event-part-removal-requested',
  ])
  expect(log.events.at(-1).id).toBe(SIZE + 1)
  expect(log.events[0].data).toMatchObject({ firstEvent: 1, lastEvent: SIZE, lastHash: checked.lastHash })

  const whole = await verifyChain(app.database.read, { revision: SIZE, hash: checked.lastHash })
  expect(whole).toMatchObject({ after: SIZE, brokenAt: undefined, revision: await revision() })
  const forged = await verifyChain(app.database.read, { revision: SIZE, hash: '0'.repeat(64) })
  expect(forged.brokenAt).toBe(SIZE + 1)
  const chain = (await as.admin.get('/api/admin/event-chain')).body
  expect(chain).toMatchObject({ removed: SIZE, revision: await revision() })
  const hash = checked.hashBefore
  expect((await as.admin.get(`/api/admin/event-chain?after=2&hash=${hash}`)).status).toBe(400)
  const doctor = (await as.admin.get('/api/admin/doctor')).body
  expect(JSON.stringify(doctor)).toContain('events match.')

  const past = await as.admin.post('/api/admin/playground/advanced', {
    context: {},
    projects: '*',
    environments: ['production'],
    atRevision: SIZE,
  })
  expect(past.status).toBe(400)
  const same = await as.backendToken.get('/api/client/features', {
    headers: { 'if-none-match': String(sdk.headers.etag) },
  })
  expect(same.status).toBe(304)
  expect((await readNews(db, SIZE)).hashThere).toBe(checked.lastHash.slice(0, 8))
  expect((await as.admin.post('/api/admin/segments', { name: 'seven', constraints: [] })).status).toBe(201)
})

test('a plan that is older than the event log is refused', async () => {
  const refused = refuseNewer({ read: app.database.read }, SIZE - 1, {
    flags: ['other'],
    environments: 'all',
  })
  await expect(refused).rejects.toMatchObject({ code: 'planTooOld' })
  await refuseNewer({ read: app.database.read }, SIZE, { flags: ['other'], environments: 'all' })
})

test('a removal that was interrupted at any step is finished by the hourly job', async () => {
  const last = SIZE * 2
  const { checked } = await download(last)
  await db
    .insertInto('removed_event_parts')
    .values({
      first_revision: SIZE + 1,
      last_revision: last,
      file_digest: Buffer.from(checked.sha256, 'hex'),
    })
    .execute()
  expect(await partOf(last)).toMatchObject({ state: 'checking', blocker: 'It is already being removed.' })
  const record = () =>
    executeOrder(app.handles.write, system, recordRemoval.with({ last, lastHash: checked.lastHash }))
  await record()
  await record()
  expect(await partOf(last)).toMatchObject({ state: 'removing' })
  // Anchored already, but not removed yet.
  expect(await verifyChain(app.database.read)).toMatchObject({ after: last, brokenAt: undefined })
  await partUpkeep(handles).run()
  await partUpkeep(handles).run()
  expect((await parts()).removed.map((one: { last: number }) => one.last)).toEqual([SIZE, last])
  const events = await as.admin.get('/api/admin/search/events?type=IS:event-part-removed')
  expect(events.body.total).toBe(2)
  expect(await verifyChain(app.database.read)).toMatchObject({ after: last, brokenAt: undefined })
})

test('a part whose events were changed is not removed, and its file says where it breaks', async () => {
  const last = SIZE * 3
  const { checked } = await download(last)
  await db.transaction().execute(async (trx) => {
    await sql`alter table events disable trigger all`.execute(trx)
    await trx
      .updateTable('events')
      .set({ actor_name: 'eve' })
      .where('revision', '=', last - 1)
      .execute()
    await sql`alter table events enable trigger all`.execute(trx)
  })
  await expect(download(last)).rejects.toThrow(`The event ${last - 1} was missing or changed`)
  await followed()
  expect((await removeLater(last, checked.sha256)).status).toBe(202)
  await expect.poll(async () => (await partOf(last)).failure).toContain(`The event ${last - 1} is missing`)
})

test('a change that has no room in the newest part adds one', async () => {
  const end = (await revision()) + 2
  const { rows } = await sql<{ name: string; first: number }>`select name, first_revision as first
    from event_parts() where last_revision >= ${end} order by first`.execute(db)
  const [newest] = rows
  if (!newest) throw new Error('there are no parts')
  await db.transaction().execute(async (trx) => {
    const newestName = sql.id(newest.name)
    await sql`create temporary table kept on commit drop as select * from ${newestName}`.execute(trx)
    for (const { name } of rows) await sql`drop table ${sql.id(name)}`.execute(trx)
    await sql`create table ${newestName} partition of events
      for values from (${sql.lit(newest.first)}) to (${sql.lit(end)})`.execute(trx)
    await sql`insert into events select * from kept`.execute(trx)
  })
  for (const name of ['eight', 'nine', 'ten'])
    expect((await as.admin.post('/api/admin/segments', { name, constraints: [] })).status).toBe(201)
  expect((await parts()).parts.at(-1)).toMatchObject({ first: end, state: 'open' })
})

test('a role that does not own the tables adds parts, and drops only recorded ones', async () => {
  const { rows } = await sql<{ name: string }>`select name from event_parts()`.execute(db)
  const asOther = db.transaction().execute(async (trx) => {
    await sql`create role other_than_owner`.execute(trx)
    await sql`grant select on counter to other_than_owner`.execute(trx)
    await sql`set local role other_than_owner`.execute(trx)
    await sql`select add_event_parts(revision + 20000000) from counter`.execute(trx)
    for (const { name } of rows) await sql`select drop_event_part(${name})`.execute(trx)
    await sql`reset role`.execute(trx)
    const after = await sql<{ name: string }>`select name from event_parts()`.execute(trx)
    expect(after.rows.length).toBeGreaterThan(rows.length)
    expect(after.rows).toEqual(expect.arrayContaining(rows))
    throw new Error('roll back')
  })
  await expect(asOther).rejects.toThrow('roll back')
})

test('a log that takes long to analyze is analyzed', async () => {
  await sql`create function take_long(bigint) returns bigint immutable language plpgsql as $$
    begin perform pg_sleep(0.2); return $1; end $$`.execute(db)
  await sql`create index take_long on events_11 (take_long(revision))`.execute(db)
  await sql`select pg_stat_reset_single_table_counters('events'::regclass)`.execute(db)
  await db.connection().execute(async (hasty) => {
    await sql`set statement_timeout = '700ms'`.execute(hasty)
    await analyzeEvents(hasty)
    await sql`reset statement_timeout`.execute(hasty)
  })
  await sql`drop index take_long`.execute(db)
})

test('events that were deleted without a trace in the log are noticed', async () => {
  const { rows } = await sql<{ name: string; last: number }>`
    select name, last_revision as last from event_parts() order by first_revision limit 1`.execute(db)
  const [first] = rows
  if (!first) throw new Error('there are no parts')
  await sql`insert into removed_event_parts (first_revision, last_revision, file_digest, last_hash, removed_at)
    select 1, ${first.last}, '', hash, now() from events where revision = ${first.last}
    on conflict (last_revision) do update set last_hash = excluded.last_hash, removed_at = now()`.execute(db)
  await sql`drop table ${sql.id(first.name)}`.execute(db)
  const expected = { brokenAt: first.last + 1 }
  expect(await verifyChain(app.database.read)).toMatchObject(expected)
  expect((await as.admin.get('/api/admin/event-chain')).body).toMatchObject(expected)
  expect(JSON.stringify((await as.admin.get('/api/admin/doctor')).body)).toContain('are missing, and nothing')
})

/** Followers have read the parts that a test removes. */
const followed = () =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ least: number }>`select min(revision) as least from followers`.execute(db)
      return rows[0]?.least ?? 0
    })
    .toBeGreaterThanOrEqual(SIZE * 3)
