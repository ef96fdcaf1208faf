import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { patiently } from '../patience.ts'
import { makePostgres } from './postgres.ts'
import { startServer } from './server.ts'

const postgres = await makePostgres()
afterAll(() => postgres.remove())
const folder = mkdtempSync(join(tmpdir(), 'flagstaff-certificate-'))
afterAll(() => rmSync(folder, { recursive: true }))
const [key, certificate] = [join(folder, 'server.key'), join(folder, 'server.crt')]
execFileSync(
  'openssl',
  `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=flagstaff -addext subjectAltName=IP:127.0.0.1 -keyout ${key} -out ${certificate}`.split(
    ' ',
  ),
  { stdio: 'ignore' },
)
const admin = new pg.Client({ connectionString: postgres.url })
await admin.connect()
afterAll(() => admin.end())

/** PostgreSQL with a self-signed certificate; the account `app` can only connect with TLS. */
const { rows } = await admin.query<{ data_directory: string }>('show data_directory')
const data = rows[0]?.data_directory ?? ''
const { uid, gid } = statSync(data)
for (const [name, from] of [
  ['server.key', key],
  ['server.crt', certificate],
] as const) {
  writeFileSync(join(data, name), readFileSync(from), { mode: 0o600 })
  chownSync(join(data, name), uid, gid)
}
writeFileSync(
  join(data, 'pg_hba.conf'),
  'host all postgres 127.0.0.1/32 trust\nhostssl all app 127.0.0.1/32 trust\n',
)
await admin.query('alter system set ssl = on')
await admin.query('select pg_reload_conf()')
await admin.query('create role app login superuser')
const url = postgres.url.replace('postgres@', 'app@')
// PostgreSQL applies new settings some time after the reload.
await vi.waitFor(async () => {
  const client = new pg.Client({ connectionString: url, ssl: { rejectUnauthorized: false } })
  client.on('error', () => {})
  await client.connect().finally(() => client.end())
}, patiently)

/** The number of open connections of our server, and how many of them are encrypted. */
async function connections() {
  const { rows } = await admin.query<{ all: number; encrypted: number }>(
    `select count(*)::int as all, count(*) filter (where s.ssl)::int as encrypted
     from pg_stat_activity a join pg_stat_ssl s on s.pid = a.pid where a.usename = 'app'`,
  )
  return rows[0]
}

test.each([
  ['the certificate of its authority', {}, { DATABASE_SSL_CA_FILE: certificate }],
  ['an address that names it', { sslmode: 'verify-full', sslrootcert: certificate }, {}],
  ['no check of the certificate', {}, { DATABASE_SSL: '{"rejectUnauthorized": false}' }],
])('the server connects to PostgreSQL with TLS, with %s', async (_how, query, env) => {
  const server = await startServer(`${url}?${new URLSearchParams(query)}`, env)
  const made = await server.call('POST', '/api/admin/projects/default/features', {
    name: `flag-${Date.now()}`,
  })
  expect(made.status).toBe(201)
  const open = await connections()
  expect(open?.all).toBeGreaterThan(1)
  expect(open?.encrypted).toBe(open?.all)
  await server.stop()
})

test('the server exits with a message if it does not trust the certificate', async () => {
  const refused = await startServer(url, { DATABASE_SSL: 'true' }).catch(String)
  expect(refused).toContain('the server ended')
  expect(refused).toContain('DATABASE_SSL_CA_FILE')
  expect(refused).not.toMatch(/\n\s+at /)
})
