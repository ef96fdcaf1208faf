import { expect, test } from 'vitest'
import { makeProject } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'
import { openSample } from '../../instance/sample/reservoir.ts'

const { app, as, db } = await testApp({ ENCRYPTION_KEY: 'only for tests' })
const home = '/api/admin/projects/default'
const flag = `${home}/features/checkout/environments/development`
const preview = (body: unknown, who = as.admin, place = `${home}/environments/development`) =>
  who.post(`${place}/change-requests/preview`, body)
const share = (percent: number, constraints: object[] = []) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(percent), stickiness: 'userId', groupId: 'checkout' },
  constraints,
})
const country = (...values: string[]) => ({ contextName: 'country', operator: 'IN', values })
const update = (rule: object) => ({ action: 'updateStrategy', feature: 'checkout', payload: { id, ...rule } })

await as.admin.post(`${home}/features`, { name: 'checkout' })
const { body: created } = await as.admin.post(`${flag}/strategies`, share(25, [country('NO', 'SE')]))
const id = created.id
await as.admin.post(`${flag}/on`)

let revision = 0
const setting = { enabled: true, share: 1, properties: ['userId', 'country', 'plan'] }
const token = { environment: 'development', projects: ['*'] }
type Given = { appName?: string; userId?: string; properties: Record<string, string> }

/** Replaces the sampled contexts. */
async function collect(contexts: readonly Given[], { fields = setting, from = token } = {}) {
  await as.admin.put('/api/admin/evaluation-sample', fields)
  return collectMore(contexts, from)
}
async function collectMore(contexts: readonly Given[], from = token) {
  const sample = openSample(app.handles.note, app.handles.settings)
  await sample.refresh(++revision)
  for (const context of contexts) sample.offer(from, { appName: 'web', ...context })
  await sample.flush()
}
const people = (count: number, countries = ['NO', 'SE', 'FI', 'DE']): Given[] =>
  Array.from({ length: count }, (_, index) => ({
    userId: `user-${index}`,
    properties: { country: countries[index % countries.length] ?? '', plan: index % 2 ? 'pro' : 'free' },
  }))

test('without samples, the radius is an estimate from rollouts and usage', async () => {
  const { status, body } = await preview(update(share(50, [country('NO', 'SE')])))
  expect(status).toBe(200)
  expect(body.radius).toMatchObject({ stored: 0, contexts: 0, changed: 0, known: 0 })
  expect(body.radius.estimate).toEqual([{ feature: 'checkout', share: 0.25, perHour: 0, upperBound: true }])
  await as.backendToken.post('/api/client/metrics', {
    appName: 'checkout-api',
    instanceId: '1',
    bucket: {
      start: new Date(Date.now() - 60_000).toISOString(),
      stop: new Date().toISOString(),
      toggles: { checkout: { yes: 240, no: 2_160 } },
    },
  })
  const used = await preview(update(share(50, [country('NO', 'SE')])))
  expect(used.body.radius.estimate).toEqual([
    { feature: 'checkout', share: 0.1, perHour: 10, upperBound: false },
  ])
})

test('a preview returns effects, sentences and the radius, and stores nothing', async () => {
  await collect(people(1_000))
  const before = await as.admin.get(`${flag}/strategies/${id}`)
  const { body } = await preview(update(share(100, [country('NO', 'SE')])))
  expect(body.hidden).toBe(0)
  expect(body.effects).toMatchObject([{ kind: 'flag', name: 'checkout', environment: 'development' }])
  expect(body.sentences).toEqual([
    { text: expect.stringContaining('checkout'), lines: [expect.stringContaining('rollout 25 → 100')] },
  ])
  expect(body.radius).toMatchObject({
    environment: 'development',
    contexts: 1_000,
    stored: 1_000,
    unknown: 0,
  })
  const { changed, transitions, applications, fields, examples } = body.radius
  // 500 of them are in the countries, and a quarter of these has the flag already.
  expect(changed).toBeGreaterThan(330)
  expect(changed).toBeLessThan(420)
  expect(transitions).toEqual([
    {
      feature: 'checkout',
      from: { isEnabled: false },
      to: { isEnabled: true },
      payloadOnly: false,
      contexts: changed,
    },
  ])
  expect(applications).toEqual([{ name: 'web', contexts: 1_000, changed }])
  const byCountry = fields.find(({ name }: { name: string }) => name === 'country')
  expect(byCountry.values.map(({ value }: { value: string }) => value).sort()).toEqual(['NO', 'SE'])
  expect(byCountry.values.reduce((sum: number, one: { changed: number }) => sum + one.changed, 0)).toBe(
    changed,
  )
  expect(examples).toHaveLength(20)
  expect(examples[0]).toMatchObject({
    feature: 'checkout',
    application: 'web',
    before: { isEnabled: false, reason: { code: 'noMatch', rule: 1 } },
    after: { isEnabled: true, reason: { code: 'rule', rule: 1 } },
  })
  expect(JSON.stringify(body)).not.toContain('user-')
  expect((await as.admin.get(`${flag}/strategies/${id}`)).body).toEqual(before.body)
  expect((await as.admin.get(`${home}/change-requests`)).body).toEqual([])
})

test('a change that changes nothing has the radius 0', async () => {
  const { body } = await preview(update(share(25, [country('NO', 'SE')])))
  expect(body.radius).toMatchObject({ changed: 0, unknown: 0, transitions: [], flags: 0 })
})

test('lists of a field with pseudonyms are compared by pseudonym', async () => {
  await collect(people(100))
  const rule = {
    name: 'default',
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['user-3', 'user-99', 'x'] }],
  }
  const { body } = await preview({ action: 'addStrategy', feature: 'checkout', payload: rule })
  const on = body.radius.changed
  expect(body.radius.unknown).toBe(0)
  expect([1, 2]).toContain(on)
})

test('other operators on a field with pseudonyms, and fields that are not sampled, cannot be told', async () => {
  const rule = (contextName: string, operator: string) => ({
    action: 'addStrategy',
    feature: 'checkout',
    payload: { name: 'default', constraints: [{ contextName, operator, values: ['user-1'] }, country('DE')] },
  })
  const ends = await preview(rule('userId', 'STR_ENDS_WITH'))
  expect(ends.body.radius).toMatchObject({
    changed: 0,
    unknown: 25,
    blind: [{ reason: 'pseudonym', name: 'userId' }],
  })
  const email = await preview(rule('email', 'IN'))
  expect(email.body.radius).toMatchObject({
    changed: 0,
    unknown: 25,
    blind: [{ reason: 'notSampled', name: 'email' }],
  })
})

test('a condition that cannot be told does not hide what changes without it', async () => {
  const unseen = { contextName: 'email', operator: 'STR_ENDS_WITH', values: ['@example.com'] }
  await as.admin.put(`${flag}/strategies/${id}`, share(100, [country('NO'), unseen]))
  const { body } = await preview(update(share(100, [country('NO', 'FI'), unseen])))
  expect(body.radius).toMatchObject({ contexts: 100, changed: 0, unknown: 25 })
  const off = await preview({ action: 'updateEnabled', feature: 'checkout', payload: { enabled: false } })
  expect(off.body.radius).toMatchObject({ changed: 0, unknown: 25 })
  await as.admin.put(`${flag}/strategies/${id}`, share(25, [country('NO', 'SE')]))
})

test('contexts without the stickiness field are evaluated with many buckets', async () => {
  await collect(
    people(400).map(({ userId: _, ...context }) => context),
    { fields: { ...setting, properties: ['country'] } },
  )
  const { body } = await preview(update(share(75, [country('NO', 'SE')])))
  // Half of 200 contexts in expectation.
  expect(body.radius.changed).toBeGreaterThan(90)
  expect(body.radius.changed).toBeLessThan(110)
  expect(body.radius.transitions[0].contexts).toBe(body.radius.changed)
})

test('values and examples need READ_LOGS; others get counts per application', async () => {
  await collect(people(40))
  const { body } = await preview(update(share(100)), as.viewer)
  expect(body.radius.changed).toBeGreaterThan(20)
  expect(body.radius).not.toHaveProperty('fields')
  expect(body.radius).not.toHaveProperty('examples')
  expect(JSON.stringify(body.radius)).not.toContain('"SE"')
  expect(body.radius.applications).toHaveLength(1)
})

test('only contexts of tokens whose projects the caller can see are counted', async () => {
  await makeProject(db, 'secret', { mode: 'private' })
  await collect(people(10))
  await collectMore(people(20), { environment: 'development', projects: ['secret'] })
  await collectMore(people(30), { environment: 'development', projects: ['default'] })
  expect((await preview(update(share(100)), as.admin)).body.radius.stored).toBe(60)
  expect((await preview(update(share(100)), as.viewer)).body.radius.stored).toBe(40)
  const place = '/api/admin/projects/secret/environments/development'
  expect((await preview(update(share(100)), as.viewer, place)).status).toBe(404)
})

test('applications that send no contexts are listed with their share of evaluations that are on', async () => {
  await as.backendToken.post('/api/client/register', {
    appName: 'checkout-api',
    instanceId: '1',
    started: new Date().toISOString(),
    interval: 10,
    strategies: [],
  })
  await expect
    .poll(async () => (await preview(update(share(100)))).body.radius.others)
    .toEqual([{ name: 'checkout-api', evaluations: 2_400, on: 240 }])
  const { body } = await preview(update(share(100)))
  expect(body.radius.known).toBe(2)
})

test('changes of a segment reach the flags that use it', async () => {
  const constraints = [country('FI')]
  const { body: segment } = await as.admin.post('/api/admin/segments', { name: 'nordic', constraints })
  await as.admin.post(`${home}/features`, { name: 'banner' })
  const banner = `${home}/features/banner/environments/development`
  await as.admin.post(`${banner}/strategies`, { name: 'default', segments: [segment.id] })
  await as.admin.post(`${banner}/on`)
  await as.admin.post(`${home}/features`, { name: 'child' })
  await as.admin.post(`${home}/features/child/dependencies`, { feature: 'banner' })
  await as.admin.post(`${home}/features/child/environments/development/strategies`, { name: 'default' })
  await as.admin.post(`${home}/features/child/environments/development/on`)
  await collect(people(40))
  const payload = { ...segment, constraints: [country('FI', 'DE')] }
  const { body } = await preview({ action: 'updateSegment', payload })
  expect(body.radius).toMatchObject({ changed: 10, flags: 2 })
  expect(body.radius.transitions).toMatchObject([
    { feature: 'banner', contexts: 10 },
    { feature: 'child', contexts: 10 },
  ])
})

test('variants and archived flags are transitions too', async () => {
  const variants = (weight: number) =>
    ['control', 'wallets'].map((name, index) => ({
      name,
      weight: index ? 1_000 - weight : weight,
      weightType: 'fix',
      stickiness: 'userId',
    }))
  const rule = { ...share(100), variants: [{ ...variants(1_000)[0], weightType: 'variable' }] }
  await as.admin.put(`${flag}/strategies/${id}`, rule)
  const other = { ...rule, variants: [{ ...rule.variants[0], name: 'wallets' }] }
  const { body } = await preview(update(other))
  expect(body.radius.transitions).toEqual([
    {
      feature: 'checkout',
      from: { isEnabled: true, variant: 'control' },
      to: { isEnabled: true, variant: 'wallets' },
      payloadOnly: false,
      contexts: 40,
    },
  ])
  const gone = await preview({ action: 'archiveFeature', feature: 'checkout' })
  expect(gone.body.radius.transitions).toMatchObject([{ to: { isEnabled: false }, contexts: 40 }])
})

test('the radius of a change request is that of its changes on the current state', async () => {
  const off = await as.editor.post(`${flag}/off`, undefined, { headers: { prefer: 'propose' } })
  const path = `${home}/change-requests/${off.body.id}/radius`
  expect((await as.admin.post(path)).status, 'a draft exists for its author only').toBe(404)
  expect((await as.editor.post(path)).body).toMatchObject({ environment: 'development', changed: 40 })
  await as.editor.put(`${home}/change-requests/${off.body.id}/state`, { state: 'In review' })
  const seen = await as.viewer.post(path)
  expect(seen.body).toMatchObject({ changed: 40 })
  expect(seen.body).not.toHaveProperty('examples')
  const addition = { action: 'addStrategy', feature: 'checkout', payload: { name: 'default' } }
  const together = await as.editor.post(
    `${home}/environments/development/change-requests/preview?draft=true`,
    addition,
  )
  expect(together.body.radius.changed).toBe(40)
  expect((await preview(addition, as.editor)).body.radius.changed).toBe(0)
  await as.admin.post(`${flag}/off`)
  expect((await as.viewer.post(path)).body).toMatchObject({ changed: 0 })
  await as.editor.put(`${home}/change-requests/${off.body.id}/state`, { state: 'Cancelled' })
  expect((await as.viewer.post(path)).status).toBe(403)
})
