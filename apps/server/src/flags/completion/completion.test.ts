import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { codeKit } from '../../../test/code.ts'
import { storeApiToken } from '../../../test/credentials.ts'
import { type Client, testApp } from '../../../test/kit.ts'

const { app, as, db, client } = await testApp({}, (db) =>
  storeApiToken(db, '*:production.sdk', { name: 'sdk', type: 'backend', environment: 'production' }),
)
await app.startWork()
const sdk = client({ authorization: '*:production.sdk', 'unleash-client-spec': '5.2.0' })
const project = '/api/admin/projects/default'
const rulesOf = (flag: string) => `${project}/features/${flag}/environments/production/strategies`
const at = (value: string, operator = 'DATE_AFTER') => ({ contextName: 'currentTime', operator, value })

const segment = (
  await as.admin.post('/api/admin/segments', {
    name: 'since 2020',
    constraints: [at('2020-01-01T00:00:00.000Z')],
  })
).body.id as number
for (const name of ['dated', 'counted', 'rolled', 'segmented', 'complete'])
  await as.admin.post(`${project}/features`, { name })
await as.admin.post(rulesOf('dated'), {
  name: 'default',
  constraints: [at('2020-01-01T00:00:00.000Z'), at('2990-06-30T00:00:00Z', 'DATE_BEFORE')],
})
await as.admin.post(rulesOf('counted'), {
  name: 'default',
  constraints: [{ contextName: 'score', operator: 'NUM_GT', value: '0.5' }],
})
await as.admin.post(rulesOf('rolled'), { name: 'flexibleRollout', parameters: { rollout: '50' } })
await as.admin.post(rulesOf('segmented'), { name: 'default', segments: [segment] })
await as.admin.post(rulesOf('complete'), { name: 'default', constraints: [at('2026-01-31T00:00:00Z')] })
for (const name of ['dated', 'counted', 'rolled', 'segmented', 'complete'])
  await as.admin.post(`${project}/features/${name}/environments/production/on`)
const guarded = { changeRequestsEnabled: true, requiredApprovals: 1, strict: true }
const config = `${project}/environments/production/change-requests/config`
expect((await as.admin.put(config, guarded)).body).toBe('')

// A change that was approved, and a flag file that was applied, before the upgrade.
const propose = { headers: { prefer: 'propose' } }
const [dated] = (await as.admin.get(rulesOf('dated'))).body
const later = { ...dated, constraints: [...dated.constraints, at('2021-05-05T00:00:00Z')] }
const request = (await as.owner.put(`${rulesOf('dated')}/${dated.id}`, later, propose)).body.id as number
const move = (actor: Client, state: string) =>
  actor.put(`${project}/change-requests/${request}/state`, { state })
await move(as.owner, 'In review')
expect((await move(as.admin, 'Approved')).body).toMatchObject({ state: 'Approved' })
const code = codeKit({ as })
const files = {
  owner: 'shop',
  flags: [
    code.file('filed', {
      environments: {
        development: { rules: [{ where: [{ field: 'currentTime', after: '2020-01-01' }], rollout: 50 }] },
      },
    }),
  ],
}
await code.planAndApply(files)

/** The values as an earlier version has stored and published them. */
const earlier = [
  ['2020-01-01T00:00:00.000Z', '2020-01-01'],
  ['"0.5"', '".5"'],
  [', "stickiness": "default"', ''],
] as const

/** Columns with rules and their constraints. */
const columns = [
  ['rules', 'constraints'],
  ['rules', 'parameters'],
  ['segments', 'constraints'],
  ['published', 'doc'],
  ['change_requests', 'effects'],
  ['request_changes', 'snapshot'],
  ['request_changes', 'payload'],
  ['request_changes', 'orders'],
  ['code_claims', 'applied'],
]

/** Stores rules, segments and documents as an earlier version did, so that all servers serve them. */
async function storeAsEarlier() {
  for (const [table = '', column = ''] of columns) {
    const type = table === 'published' ? sql`json` : sql`jsonb`
    for (const [complete, old] of earlier) {
      await sql`update ${sql.ref(table)} set ${sql.ref(column)} =
        replace(${sql.ref(column)}::jsonb::text, ${complete}, ${old})::${type}
        where ${sql.ref(column)}::jsonb::text like ${`%${complete}%`}`.execute(db)
    }
  }
  await sql`update counter set epoch = 'earlier'`.execute(db)
  await app.delivery.caughtUp(undefined, 60_000)
}

const served = async (etag?: string) =>
  sdk.get('/api/client/features', etag ? { headers: { 'if-none-match': etag } } : {})
const events = async () =>
  (
    await db
      .selectFrom('events')
      .select(['type', 'flag', 'environment', 'actor_name', 'data', 'pre_data'])
      .where('type', 'in', ['feature-strategy-update', 'segment-updated'])
      .orderBy('revision')
      .execute()
  ).map((event) => ({ ...event, data: JSON.stringify(event.data), pre_data: JSON.stringify(event.pre_data) }))

test('what an earlier version has stored is completed at the start, before an SDK can get it', async () => {
  await storeAsEarlier()
  const old = await served()
  expect(JSON.stringify(old.body)).toContain('"2020-01-01"')
  expect(JSON.stringify(old.body)).toContain('".5"')
  expect(old.body.features.find(({ name }: { name: string }) => name === 'rolled').strategies).toMatchObject([
    { parameters: { rollout: '50', groupId: 'rolled' } },
  ])
  const etag = String(old.headers.etag)
  expect((await served(etag)).status).toBe(304)
  expect(await events()).toEqual([])

  await app.startWork()

  const healed = await served(etag)
  expect(healed.status).toBe(200)
  const text = JSON.stringify(healed.body)
  expect(text).not.toContain('"2020-01-01"')
  expect(text).not.toContain('".5"')
  expect(healed.body.segments).toMatchObject([{ constraints: [{ value: '2020-01-01T00:00:00.000Z' }] }])
  expect(
    healed.body.features.map(({ name, strategies: [rule = {}] }: { name: string; strategies: object[] }) => [
      name,
      rule,
    ]),
  ).toMatchObject(
    Object.entries({
      complete: { constraints: [{ value: '2026-01-31T00:00:00Z' }] },
      counted: { constraints: [{ value: '0.5' }] },
      dated: { constraints: [{ value: '2020-01-01T00:00:00.000Z' }, { value: '2990-06-30T00:00:00Z' }] },
      filed: {},
      rolled: { parameters: { rollout: '50', stickiness: 'default', groupId: 'rolled' } },
      segmented: { segments: [segment] },
    }),
  )
})

test('everything that was completed has one event, although the environment is protected', async () => {
  const recorded = await events()
  expect(recorded.map(({ type, flag, environment }) => [type, flag, environment])).toEqual([
    ['segment-updated', null, null],
    ['feature-strategy-update', 'counted', 'production'],
    ['feature-strategy-update', 'dated', 'production'],
    ['feature-strategy-update', 'filed', 'development'],
    ['feature-strategy-update', 'rolled', 'production'],
  ])
  for (const { actor_name, data, pre_data } of recorded) {
    expect(actor_name).toBe('system')
    expect(data).not.toBe(pre_data)
  }
  await app.startWork()
  expect(await events()).toEqual(recorded)
})

test('an approved change of a completed rule still applies, although its result is compared strictly', async () => {
  expect((await as.owner.get(`${project}/change-requests/${request}`)).body.conflict).toBeUndefined()
  expect((await move(as.owner, 'Applied')).body).toMatchObject({ state: 'Applied' })
  expect((await as.admin.get(rulesOf('dated'))).body).toMatchObject([
    {
      constraints: [
        at('2020-01-01T00:00:00.000Z'),
        at('2990-06-30T00:00:00Z', 'DATE_BEFORE'),
        at('2021-05-05T00:00:00Z'),
      ],
    },
  ])
})

test('files that say the same in another form change nothing, before and after', async () => {
  expect(await code.plan(files)).toMatchObject({ items: [], errors: [] })
  const { body } = await as.admin.get('/api/admin/code/claims?owner=shop&project=default')
  expect(body).toBeDefined()
  expect(JSON.stringify(body)).not.toContain('changed')
})
