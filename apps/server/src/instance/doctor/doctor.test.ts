import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoAccounts } from '@flagstaff/contract/demo-accounts'
import type { DoctorReport } from '@flagstaff/contract/doctor'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { openSecretBox } from '../../platform/secret-box.ts'
import { allChecks } from './checks.ts'
import { examine } from './examine.ts'

const { as, app, db } = await testApp({ ENCRYPTION_KEY: 'the-key' })
const { read, settings } = app.handles
const look = async (more: { settings?: Partial<typeof settings>; env?: Record<string, string> } = {}) => {
  const { state, findings } = await examine({
    read,
    settings: { ...settings, ...more.settings },
    env: more.env ?? {},
  })
  return { state, of: Object.fromEntries(findings.map((finding) => [finding.name, finding])) }
}

test('administrators get a finding for every check', async () => {
  const { status, body } = await as.admin.get('/api/admin/doctor')
  expect(status).toBe(200)
  const { findings } = body as DoctorReport
  expect(findings.map(({ name }) => name)).toEqual(Object.keys(allChecks))
  for (const { state, next } of findings) expect(next === undefined).toBe(state === 'good')
  expect(findings[0]?.text).toMatch(/^Flagstaff [\d.]+ \([0-9a-f]{12}\) on Node/)
  expect((await as.editor.get('/api/admin/doctor')).status).toBe(403)
})

test('a sound installation has good findings', async () => {
  await as.admin.post('/api/admin/segments', { name: 'office', constraints: [] })
  const { of } = await look()
  for (const name of [
    'version',
    'migrations',
    'connections',
    'followers',
    'jobs',
    'notifications',
    'secrets',
  ])
    expect(of[name]).toMatchObject({ state: 'good' })
  expect(of.events?.text).toMatch(/^The hashes of the last [1-9]\d* events match/)
})

test('problems are found, with what to do', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'doctor-')), 'file')
  onTestFinished(() => rm(join(file, '..'), { recursive: true }))
  await writeFile(file, '')
  const { of, state } = await look({
    settings: {
      poolSize: 10_000,
      snapshotFolder: join(file, 'below'),
      mail: {
        host: '127.0.0.1',
        port: 1,
        secure: false,
        user: undefined,
        password: undefined,
        sender: 'a@b.c',
        headers: {},
      },
      url: 'http://127.0.0.1:1',
    },
    env: { SECURE_HEADERS: 'no' },
  })
  expect(state).toBe('bad')
  expect(of.connections).toMatchObject({ state: 'bad', next: expect.stringContaining('DATABASE_POOL_MAX') })
  expect(of.snapshot).toMatchObject({ state: 'bad', text: expect.stringContaining('ENOTDIR') })
  expect(of.email).toMatchObject({ state: 'bad', next: expect.stringContaining('EMAIL_HOST') })
  expect(of.url).toMatchObject({ state: 'warning', next: expect.stringContaining('Set URL') })
  expect(of.environment).toMatchObject({ state: 'warning', text: expect.stringContaining('SECURE_HEADERS') })
})

test('a lost key, a late follower, a missing migration and a changed event are found', async () => {
  const sealed = openSecretBox(['another-key']).seal('secret')
  await sql`insert into settings (name, value) values ('sealed-thing', ${JSON.stringify({ sealedSecret: sealed })})`.execute(
    db,
  )
  await sql`insert into followers (name, revision) values ('late', 0)`.execute(db)
  const { body: off } = await as.admin.post('/api/admin/addons', {
    provider: 'webhook',
    enabled: false,
    parameters: { url: 'https://hook.example/x' },
    events: ['feature-created'],
  })
  await sql`update followers set revision = 0 where name = ${`integration:${off.id}`}`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`alter table events disable trigger all`.execute(tx)
    await sql`update events set created_at = now() - interval '1 hour' where revision = 1`.execute(tx)
    await sql`alter table events enable trigger all`.execute(tx)
  })
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '')`.execute(db)
  const { of } = await look()
  await sql`delete from kysely_migration where name = '9999-future'`.execute(db)
  expect(of.secrets).toMatchObject({ state: 'bad', text: expect.stringContaining('sealed-thing') })
  expect(of.secrets?.text).not.toContain(sealed)
  expect(of.followers).toMatchObject({ state: 'bad', text: expect.stringContaining('late has') })
  expect(of.followers?.text).not.toContain('integration:')
  expect(of.events).toMatchObject({ state: 'bad', text: 'The hash of event 1 does not match.' })
  expect(of.migrations).toMatchObject({ state: 'warning', text: expect.stringContaining('9999-future') })
})

test('accounts of the demo with their published password are found, except on this computer', async () => {
  const demo = async (more: { url: string }) => (await look({ settings: more })).of['demo accounts']
  const { password } = demoAccounts
  const { status, body } = await as.admin.post('/api/admin/user-admin', {
    username: 'ida.berg',
    name: 'Ida Berg',
    rootRole: 1,
    password,
    sendEmail: false,
  })
  expect(status).toBe(201)
  expect(await demo({ url: 'https://flags.example.com' })).toEqual({
    name: 'demo accounts',
    state: 'bad',
    text: 'The password of ida.berg is published in the documentation.',
    next: expect.stringContaining('delete these accounts'),
  })
  expect(await demo({ url: 'http://localhost:4242' })).toMatchObject({ state: 'good' })
  const { id } = body as { id: number }
  expect((await as.admin.delete(`/api/admin/user-admin/${id}`)).status).toBe(200)
  expect(await demo({ url: 'https://flags.example.com' })).toMatchObject({ state: 'good' })
})

test('edges that stopped reporting are named', async () => {
  const about = JSON.stringify({ identifier: 'e1', appName: 'edge', edgeApiKeyRevisionIds: [] })
  const report = (reporter: string, minutes: number, more = about) =>
    sql`insert into receipts (reporter, environment, kind, about, named, counted, updated_at)
      values (${reporter}, 'development', 'edge', ${more}, '[]', '[]', now() - make_interval(mins => ${minutes}))`.execute(
      db,
    )
  await report('fresh', 0)
  expect((await look()).of.edges).toMatchObject({ state: 'good', text: 'Every edge is up to date.' })
  await sql`insert into heads (environment, project, revision, hash) values ('development', 'default', 1000, '') on conflict do nothing`.execute(
    db,
  )
  const old = { environment: 'development', projects: ['*'], revisionId: 0 }
  await report('behind', 0, JSON.stringify({ appName: 'edge', edgeApiKeyRevisionIds: [old] }))
  expect((await look()).of.edges?.text).toBe('Edges that serve an older revision: edge behind.')
  await report('silent', 10)
  expect((await look()).of.edges?.text).toBe('Edges that stopped reporting in the last hour: edge silent.')
  await sql`delete from heads where revision = 1000`.execute(db)
})
