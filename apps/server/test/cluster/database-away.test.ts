import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createFlag } from './changes.ts'
import { makePostgres } from './postgres.ts'
import { BACKEND_TOKEN, REAL_BUDGET, type Server, startServer } from './server.ts'

// The database answers, but lets nobody in: the same as a database that does not answer.

const postgres = await makePostgres()
const admin = new pg.Client({ connectionString: postgres.url })
await admin.connect()
await admin.query('create role app superuser login')
await admin.query('create database flags owner app')
const url = postgres.url.replace('postgres@', 'app@').replace(/postgres$/, 'flags')
const folder = await mkdtemp(join(tmpdir(), 'away-'))
const settings = { ...REAL_BUDGET, SNAPSHOT_FOLDER: folder }
const server = await startServer(url, settings)
const started: Server[] = [server]

afterAll(async () => {
  await Promise.all(started.map((one) => one.stop()))
  await admin.end()
  await postgres.remove()
  await rm(folder, { recursive: true })
})

let made = 0
const create = () => createFlag(server, `flag-${made++}`)
const polls = async (from: Server) =>
  (await from.call('GET', '/api/client/features', undefined, { authorization: BACKEND_TOKEN })).status
const closed = 'alter database flags allow_connections false'
const disconnect = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'app'`
const run = async (statements: readonly string[]) => {
  for (const text of statements) await admin.query(text)
}

test.each([
  {
    what: 'the role may not sign in',
    begin: ['alter role app nologin', disconnect],
    end: ['alter role app login'],
    says: 'is not permitted to log in',
  },
  {
    what: 'the database is renamed, as during a restore',
    begin: [closed, disconnect, 'alter database flags rename to gone'],
    end: ['alter database gone rename to flags', 'alter database flags allow_connections true'],
    says: 'does not exist',
  },
  {
    what: 'the database accepts no connections',
    begin: [closed, disconnect],
    end: ['alter database flags allow_connections true'],
    says: 'not currently accepting connections',
  },
])(
  'while $what, flags are served, changes get 503, and a server starts from its snapshot',
  async ({ begin, end, says }) => {
    await expect.poll(async () => (await create()).status).toBe(201)
    await run(begin)
    await expect.poll(async () => (await create()).status).toBe(503)
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, create),
      server.call('GET', '/api/admin/projects'),
      server.call('POST', '/auth/simple/login', { username: 'admin', password: 'wrong' }),
      server.call(
        'POST',
        '/api/client/register',
        { appName: 'shop', interval: 10, started: '2026-01-01T00:00:00.000Z', strategies: [] },
        { authorization: BACKEND_TOKEN },
      ),
    ])
    for (const { status, headers } of answers)
      expect([status, headers.has('retry-after')]).toEqual([503, true])
    expect(await polls(server)).toBe(200)
    // The first changes may meet the end of their connections, before one is refused for this reason.
    await expect.poll(() => server.log()).toContain(says)

    const other = await startServer(url, settings)
    started.push(other)
    expect(await polls(other)).toBe(200)
    await expect.poll(() => other.log()).toContain(says)

    await run(end)
    await expect.poll(async () => (await create()).status).toBe(201)
    await expect.poll(async () => (await createFlag(other, `other-${made++}`)).status).toBe(201)
  },
)
