import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { patiently } from '../../../../test/patience.ts'
import { openReceiver, type Received } from '../../../../test/receiver.ts'

const kit = await testApp({
  ENCRYPTION_KEY: 'a key for tests',
  UNLEASH_ALLOW_PRIVATE_URL_IN_INTEGRATION: 'true',
})
const { as, app, db } = kit
await app.startWork()
const receiver = await openReceiver()
afterAll(() => receiver.close())
beforeEach(() => receiver.reset())

const addons = '/api/admin/addons'
const flags = '/api/admin/projects/default/features'
let count = 0
const newName = () => `sent-${++count}`

async function integrate(more: object = {}, parameters: object = {}) {
  const { status, body } = await as.admin.post(addons, {
    provider: 'webhook',
    enabled: true,
    parameters: { url: receiver.url, ...parameters },
    events: ['feature-created'],
    ...more,
  })
  expect(status).toBe(200)
  return body as { id: number; signingSecret: string }
}
const stop = (id: number) => as.admin.delete(`${addons}/${id}`)
const received = (many: number) =>
  expect.poll(() => receiver.requests.length, patiently).toBeGreaterThanOrEqual(many)
const log = async (id: number) => (await as.admin.get(`${addons}/${id}/events`)).body.integrationEvents
const first = () => receiver.requests[0] as Received
const flagsOf = () => receiver.requests.map(({ body }) => JSON.parse(body).featureName)

test('an event arrives once, signed, as it is on the wire', async () => {
  const { id, signingSecret } = await integrate()
  const name = newName()
  await as.admin.post(flags, { name })
  await received(1)
  const { body, headers } = first()
  expect(new Webhook(signingSecret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'feature-created',
    featureName: name,
    project: 'default',
    createdBy: expect.any(String),
  })
  expect(headers['webhook-id']).toMatch(/^evt_\d+_[0-9a-f]{16}$/)
  await expect
    .poll(() => log(id), patiently)
    .toMatchObject([{ state: 'success', details: { status: 200, sameBody: true } }])
  expect(receiver.requests).toHaveLength(1)
  await stop(id)
})

test('what happens while a receiver is away arrives later, in order', async () => {
  const { id } = await integrate()
  receiver.answer(() => ({ status: 503 }))
  const names = [newName(), newName(), newName()]
  for (const name of names) await as.admin.post(flags, { name })
  await received(1)
  await expect
    .poll(async () => (await as.admin.get(`${addons}/${id}/state`)).body, patiently)
    .toMatchObject({ state: 'failing', waiting: 3 })
  receiver.reset()
  await expect.poll(flagsOf, patiently).toEqual(names)
  await expect
    .poll(async () => (await as.admin.get(`${addons}/${id}/state`)).body, patiently)
    .toMatchObject({ state: 'ok', waiting: 0, failures: 0 })
  await stop(id)
})

test('a receiver that asks to wait is not failing', async () => {
  const { id } = await integrate()
  receiver.answer(() => ({ status: 429, headers: { 'retry-after': '1' } }))
  await as.admin.post(flags, { name: newName() })
  await received(1)
  await expect.poll(() => log(id), patiently).toMatchObject([{ state: 'failed' }])
  expect((await as.admin.get(`${addons}/${id}/state`)).body).toMatchObject({ failures: 0 })
  receiver.reset()
  await received(1)
  await stop(id)
})

test('an event that the receiver refuses is set aside after five attempts, and the next one is sent', async () => {
  const { id } = await integrate()
  const [bad, good] = [newName(), newName()]
  receiver.answer(({ body }) => ({ status: body.includes(`"${bad}"`) ? 422 : 200 }))
  await as.admin.post(flags, { name: bad })
  await as.admin.post(flags, { name: good })
  const isTried = async (many: number) => {
    await expect.poll(async () => (await log(id)).length, patiently).toBeGreaterThanOrEqual(many)
    await db
      .updateTable('followers')
      .set({ retry_at: new Date(0) })
      .where('name', '=', `integration:${id}`)
      .execute()
  }
  for (let many = 1; many <= 5; many++) await isTried(many)
  await expect.poll(async () => flagsOf().at(-1), patiently).toBe(good)
  expect(flagsOf().filter((name) => name === bad)).toHaveLength(5)
  const entries = await log(id)
  expect(entries.find(({ details }: { details: { setAside?: boolean } }) => details.setAside)).toMatchObject({
    state: 'failed',
  })
  await stop(id)
})

test('a hanging and a dead receiver do not keep others from their events', async () => {
  const hanging = await openReceiver()
  hanging.answer(() => 'hang')
  const slow = await integrate({}, { url: hanging.url })
  const dead = await integrate({}, { url: 'http://127.0.0.1:9/' })
  const { id } = await integrate()
  const name = newName()
  await as.admin.post(flags, { name })
  await received(1)
  expect(flagsOf()).toEqual([name])
  for (const one of [slow.id, dead.id, id]) await stop(one)
  await hanging.close()
})

test('an import in several parts is one message in a chat', async () => {
  const { id } = await integrate({ provider: 'slack', events: ['feature-created'] })
  const names = Array.from({ length: 1_100 }, newName)
  const { status } = await as.admin.post('/api/admin/features-batch/import', {
    project: 'default',
    environment: 'development',
    data: {
      features: names.map((name) => ({ name })),
      featureStrategies: [],
      featureEnvironments: [],
      tagTypes: [],
    },
  })
  expect(status).toBe(200)
  await received(1)
  expect(JSON.parse(first().body).text).toContain('1100 × Flag created')
  expect(receiver.requests).toHaveLength(1)
  await stop(id)
})

test('many events of one change are one message in a chat', async () => {
  const { id } = await integrate({ provider: 'slack', events: ['feature-archived'] })
  const names = Array.from({ length: 8 }, newName)
  for (const name of names) await as.admin.post(flags, { name })
  await as.admin.post('/api/admin/projects/default/archive', { features: names })
  await received(1)
  const { body } = first()
  expect(JSON.parse(body).text).toContain('8 × Flag archived')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(receiver.requests).toHaveLength(1)
  await stop(id)
})

test('batches, templates and filters decide what is sent', async () => {
  const batch = await integrate({}, { batch: 50 })
  const templated = await integrate(
    {},
    { bodyTemplate: '{{event.featureName}} {{eventMarkdown}} {{event.constructor.name}}' },
  )
  const elsewhere = await integrate({ projects: ['other'] })
  const none = await integrate({ events: [] })
  const off = await integrate({ enabled: false })
  const name = newName()
  await as.admin.post(flags, { name })
  await received(2)
  const bodies = receiver.requests.map(({ body }) => body)
  expect(bodies.map((body) => (body.startsWith('[') ? JSON.parse(body)[0].featureName : body))).toEqual(
    expect.arrayContaining([
      name,
      expect.stringMatching(new RegExp(`^${name} .* created the flag \\[\`${name}\`\\]\\(.*\\)`)),
    ]),
  )
  expect(bodies).toHaveLength(2)
  for (const one of [batch, templated, elsewhere, none, off]) await stop(one.id)
})

test('a delivery is sent again, and past events are replayed beside new ones', async () => {
  const { id } = await integrate()
  const names = [newName(), newName()]
  for (const name of names) await as.admin.post(flags, { name })
  await expect.poll(flagsOf, patiently).toEqual(names)
  await expect.poll(() => log(id), patiently).toHaveLength(2)
  const [newest] = await log(id)
  receiver.reset()
  expect((await as.admin.post(`${addons}/${id}/events/${newest.id}/resend`)).body).toMatchObject({
    ok: true,
    status: 200,
  })
  expect(receiver.requests.map(({ headers }) => headers['flagstaff-replay'])).toEqual(['true'])
  receiver.reset()
  const to = newest.event.id
  const replay = await as.admin.post(`${addons}/${id}/replay`, { from: 1, to })
  expect([replay.status, replay.body.events >= 2]).toEqual([202, true])
  await expect.poll(() => flagsOf().slice(-2), patiently).toEqual(names)
  expect(receiver.requests.every(({ headers }) => headers['flagstaff-replay'] === 'true')).toBe(true)
  await stop(id)
})

test('events that wait can be skipped', async () => {
  const { id } = await integrate()
  receiver.answer(() => ({ status: 500 }))
  await as.admin.post(flags, { name: newName() })
  await received(1)
  expect((await as.admin.post(`${addons}/${id}/skip`)).status).toBe(204)
  receiver.reset()
  const name = newName()
  await as.admin.post(flags, { name })
  await expect.poll(flagsOf, patiently).toEqual([name])
  await stop(id)
})

test('while a key is replaced, both keys sign', async () => {
  const { id, signingSecret } = await integrate()
  const { body } = await as.admin.post(`${addons}/${id}/secret`)
  await as.admin.post(flags, { name: newName() })
  await received(1)
  const { body: sent, headers } = first()
  for (const secret of [signingSecret, body.secret])
    expect(() => new Webhook(secret).verify(sent, headers as Record<string, string>)).not.toThrow()
  await stop(id)
})

test('a test says what the receiver answered, and a preview sends nothing', async () => {
  const integration = {
    provider: 'webhook',
    enabled: true,
    parameters: { url: receiver.url, authorization: 'k3y' },
    events: ['feature-created'],
  }
  receiver.answer(() => ({ status: 401, body: 'who are you?' }))
  expect((await as.admin.post(`${addons}/test`, integration)).body).toMatchObject({
    ok: false,
    status: 401,
    answer: 'who are you?',
  })
  receiver.reset()
  const { body } = await as.admin.post(`${addons}/preview`, integration)
  expect(body).toMatchObject({ event: { type: 'feature-created' }, week: expect.any(Number) })
  expect(JSON.stringify(body)).not.toContain('k3y')
  expect(receiver.requests).toHaveLength(0)
})

test('states and deliveries of several integrations are each their own', async () => {
  const one = await integrate()
  const other = await integrate({ events: ['feature-archived'], enabled: false })
  const names = [newName(), newName()]
  for (const [index, name] of names.entries()) {
    await as.admin.post(flags, { name })
    await received(index + 1)
  }
  await as.admin.delete(`${flags}/${names[0]}`)
  await expect
    .poll(async () => (await log(one.id)).map((entry: { event: object }) => entry.event), patiently)
    .toMatchObject([{ featureName: names[1] }, { featureName: names[0] }])
  expect(await log(other.id)).toEqual([])
  const { states } = (await as.admin.get(`${addons}/states`)).body
  const stateOf = (id: number) => states.find((state: { id: number }) => state.id === id)
  expect(stateOf(one.id)).toMatchObject({ state: 'ok', waiting: 0, day: { sent: 2 } })
  expect(stateOf(other.id)).toMatchObject({ state: 'off', waiting: 1, day: { sent: 0 } })
  await stop(one.id)
  await stop(other.id)
  expect((await as.admin.get(`${addons}/states`)).status).toBe(200)
})

test('after a restore, the events of the new history are sent although their revisions were used before', async () => {
  const { id } = await integrate()
  const { revision } = await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()
  const [lost, next] = [newName(), newName()]
  await as.admin.post(flags, { name: lost })
  await received(1)
  await goBackTo(revision)
  await as.admin.post(flags, { name: next })
  await expect.poll(flagsOf, patiently).toEqual([lost, next])
  await stop(id)
})

/** As a restored backup, as far as the event log and the positions in it are concerned. */
const goBackTo = (revision: number) =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`delete from events where revision > ${revision}`.execute(trx)
    await sql`delete from published where from_revision > ${revision}`.execute(trx)
    await sql`update published set until_revision = null where until_revision > ${revision}`.execute(trx)
    await sql`update counter set revision = ${revision},
      hash = (select hash from events where revision = ${revision})`.execute(trx)
    await sql`update followers set revision = least(revision, ${revision})`.execute(trx)
  })
