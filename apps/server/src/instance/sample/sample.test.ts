import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { openSample } from './reservoir.ts'

const { app, as, db } = await testApp({ ENCRYPTION_KEY: 'only for tests' })
const path = '/api/admin/evaluation-sample'
const sample = openSample(app.handles.note, app.handles.settings)
const setting = { enabled: true, share: 1, properties: ['country', 'appName'] }
const token = { environment: 'development', projects: ['*'] }
const context = {
  userId: 'u1',
  remoteAddress: '10.0.0.1',
  appName: 'web',
  properties: { country: 'NO', email: 'a@example.com' },
}
let revision = 0
const learn = () => sample.refresh(++revision)
type Stored = { seenAt: string; context: Record<string, unknown> & { properties: Record<string, string> } }
const stored = async (): Promise<Stored['context'][]> => {
  const { contexts } = (await as.admin.get(`${path}/development`)).body
  return contexts.map((one: Stored) => one.context)
}
const counted = async () => (await as.admin.get(path)).body.environments[0]?.contexts ?? 0

test('contexts are not sampled unless an administrator allows it', async () => {
  expect((await as.admin.get(path)).body).toEqual({
    enabled: false,
    share: 0,
    properties: [],
    pseudonyms: [],
    environments: [],
  })
  await learn()
  sample.offer(token, context)
  await sample.flush()
  expect((await as.admin.get(`${path}/development`)).body).toEqual({ contexts: [] })
})

test('only allowed context fields are sampled', async () => {
  expect((await as.admin.put(path, setting)).status).toBe(204)
  await learn()
  sample.offer(token, context)
  sample.offer(token, { ...context, properties: { country: { nested: true } } })
  await sample.flush()
  expect(await stored()).toEqual([
    { appName: 'web', properties: {} },
    { appName: 'web', properties: { country: 'NO' } },
  ])
  expect((await as.admin.get(path)).body.environments).toEqual([
    { name: 'development', contexts: 2, newestAt: expect.any(String) },
  ])
})

test('the reservoir is bounded and samples evenly', async () => {
  for (let index = 0; index < 5_000; index++)
    sample.offer(token, { appName: 'web', properties: { country: String(index) } })
  await sample.flush()
  const countries = (await stored()).map(({ properties }) => Number(properties.country))
  expect(countries).toHaveLength(1_000)
  const late = countries.filter((country) => country >= 2_500)
  expect(late.length).toBeGreaterThan(350)
  expect(late.length).toBeLessThan(650)
})

test('rows are filled up to 1,000 contexts, and tokens of other projects have their own', async () => {
  sample.offer({ ...token, projects: ['default'] }, context)
  await sample.flush()
  const rows = await db.selectFrom('sample_batches').select(['projects', 'count']).orderBy('id').execute()
  expect(rows).toEqual([
    { projects: ['*'], count: 1_000 },
    { projects: ['*'], count: 2 },
    { projects: ['default'], count: 1 },
  ])
})

test('10,000 contexts are kept per environment, with a fair share for each application', async () => {
  const flushes = Array.from({ length: 12 }, async () => {
    const own = openSample(app.handles.note, app.handles.settings)
    await own.refresh(1)
    for (let index = 0; index < 1_000; index++) own.offer(token, { ...context, appName: 'loud' })
    await own.flush()
  })
  await Promise.all(flushes)
  expect(await counted()).toBe(10_000)
  const { rows } = await db
    .selectFrom('sample_batches')
    .select(['app', 'count'])
    .execute()
    .then((all) => ({
      rows: Map.groupBy(all, (row) => row.app),
    }))
  const sum = (name: string) => (rows.get(name) ?? []).reduce((total, { count }) => total + count, 0)
  expect([sum('web'), sum('loud')]).toEqual([1_003, 8_997])
})

test('changing the setting deletes samples collected under the old one, also in memory', async () => {
  sample.offer(token, context)
  expect((await as.admin.put(path, { ...setting, enabled: false })).status).toBe(204)
  await learn()
  await sample.flush()
  expect((await as.admin.get(path)).body.environments).toEqual([])
})

test('a server that has not seen the new setting yet does not store what it collected under the old one', async () => {
  await as.admin.put(path, setting)
  await learn()
  sample.offer(token, context)
  await as.admin.put(path, { ...setting, properties: ['plan'] })
  await sample.flush()
  expect(await counted()).toBe(0)
})

test('fields that identify a person are stored as pseudonyms unless the setting says otherwise', async () => {
  const fields = { enabled: true, share: 1, properties: ['userId', 'remoteAddress', 'country'] }
  expect((await as.admin.put(path, fields)).status).toBe(204)
  expect((await as.admin.get(path)).body).toMatchObject({ pseudonyms: ['userId', 'remoteAddress'] })
  const collect = async () => {
    await learn()
    sample.offer(token, context)
    sample.offer(token, { ...context, userId: 'u2' })
    await sample.flush()
    return stored()
  }
  const [second, first] = await collect()
  expect(first?.properties).toEqual({ country: 'NO' })
  expect(first?.userId).toMatch(/^[\w-]{8}$/)
  expect(second?.userId).not.toBe(first?.userId)
  expect(second?.remoteAddress).toBe(first?.remoteAddress)
  expect(first?.remoteAddress).not.toBe(first?.userId)

  await as.admin.put(path, fields)
  expect((await collect())[1]?.userId, 'every change of the setting has another key').not.toBe(first?.userId)

  await as.admin.put(path, { ...fields, pseudonyms: ['country'] })
  const [, plain] = await collect()
  expect(plain).toMatchObject({ userId: 'u1', remoteAddress: '10.0.0.1' })
  expect(plain?.properties.country).not.toBe('NO')
})

test('no value of a field with pseudonyms is stored anywhere', async () => {
  const names = ['userId', 'sessionId', 'remoteAddress', 'email', 'plan']
  await as.admin.put(path, { enabled: true, share: 1, properties: names, pseudonyms: names.slice(0, 4) })
  await learn()
  const secrets: string[] = []
  for (let index = 0; index < 500; index++) {
    const secret = (name: string) => {
      const value = `${name}-${index}-${Math.random().toString(36).slice(2, 8)}`
      secrets.push(value)
      return value
    }
    sample.offer(token, {
      appName: 'web',
      userId: secret('user'),
      sessionId: index % 2 ? index * 7_919 + 100_000 : secret('session'),
      remoteAddress: secret('address'),
      properties: { email: secret('email'), plan: 'pro', phone: secret('phone') },
    })
    if (index % 2) secrets.push(String(index * 7_919 + 100_000))
  }
  await sample.flush()
  const batches = await db.selectFrom('sample_batches').selectAll().execute()
  const text = JSON.stringify([
    batches.map(({ fields, app: name, projects }) => ({ fields, name, projects })),
    await db.selectFrom('settings').selectAll().execute(),
    await db.selectFrom('events').select(['data', 'pre_data']).execute(),
  ])
  expect(batches.reduce((sum, { count }) => sum + count, 0)).toBe(500)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  expect(text).toContain('pro')
})

test('every evaluation by the frontend API is offered for sampling', async () => {
  await as.admin.put(path, setting)
  const count = async () => {
    await as.frontendToken.get('/api/frontend?properties[country]=SE')
    await as.frontendToken.post('/api/frontend', { context: { properties: { country: 'DK' } } })
    await app.sample.flush()
    return counted()
  }
  // Each process reloads the setting within a second.
  await expect.poll(count, { interval: 50 }).toBeGreaterThan(0)
  const countries = (await stored()).map(({ properties }) => properties.country)
  expect(new Set(countries)).toEqual(new Set(['SE', 'DK']))
})

test('only administrators can read and configure sampling', async () => {
  expect((await as.editor.get(path)).status).toBe(403)
  expect((await as.editor.put(path, setting)).status).toBe(403)
  expect((await as.editor.get(`${path}/development`)).status).toBe(403)
  expect((await as.admin.put(path, { ...setting, share: 2 })).status).toBe(400)
  expect((await as.admin.put(path, { ...setting, pseudonyms: ['appName'] })).status).toBe(400)
})

test('10,000 contexts need at most half a megabyte', async () => {
  const properties = ['userId', 'sessionId', 'remoteAddress', 'country', 'plan', 'appVersion']
  await as.admin.put(path, { enabled: true, share: 1, properties })
  await learn()
  const of = (list: string[], index: number) => list[index % list.length] ?? ''
  for (const name of Array.from({ length: 10 }, (_, index) => `app-${index}`)) {
    for (let index = 0; index < 1_000; index++)
      sample.offer(token, {
        appName: name,
        userId: String(Math.random()),
        sessionId: String(Math.random()),
        remoteAddress: `10.${index % 256}.${(index * 7) % 256}.1`,
        properties: {
          country: of(['NO', 'SE', 'DK', 'FI', 'DE', 'US'], Math.floor(Math.random() * 6)),
          plan: of(['free', 'pro', 'enterprise'], Math.floor(Math.random() * 3)),
          appVersion: `5.${Math.floor(Math.random() * 20)}.0`,
        },
      })
  }
  await sample.flush()
  const rows = await db
    .selectFrom('sample_batches')
    .select((eb) => [eb.fn<number>('pg_column_size', ['fields']).as('bytes'), 'count'])
    .execute()
  const sum = (of: (row: { bytes: number; count: number }) => number) =>
    rows.reduce((total, row) => total + of(row), 0)
  expect(sum(({ count }) => count)).toBe(10_000)
  expect(sum(({ bytes }) => bytes)).toBeLessThan(500_000)
})
