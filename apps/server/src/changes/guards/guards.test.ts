import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'
import { preparePlans } from '../../../test/protection/plans.ts'
import { openPrometheus } from '../../insight/usage/index.ts'
import { checkSafeguards } from './check.ts'

const { app, as, db, client } = await testApp()
await app.startWork()
// Only the tests check.
await sql`delete from jobs.schedule where name in ('safeguards', 'release-plans')`.execute(db)
const home = '/api/admin/projects/default'
const production = (name: string) => `${home}/features/${name}/environments/production`
const plans = await preparePlans(as.admin, db)
const plan = `${production('released')}/release-plans/${plans.running.id}`
const why = { headers: { 'x-change-reason': 'tests' } }

const safeguard = (metricName: string, operator: '>' | '<', threshold: number) => ({
  impactMetric: { metricName, timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} },
  triggerCondition: { operator, threshold },
})
/** Sends a counter as an SDK does, and lets the minute end. */
async function send(type: 'backend' | 'frontend', name: string, value: number, app = 'shop') {
  const { body } = await as.admin.post('/api/admin/api-tokens', {
    tokenName: `${type}-${name}-${app}`,
    type,
    environment: 'production',
    projects: [app === 'shop' ? 'default' : 'other'],
  })
  const now = new Date().toISOString()
  const path = type === 'backend' ? '/api/client/metrics' : '/api/frontend/client/metrics'
  const sent = await client({ authorization: body.secret }).post(path, {
    appName: app,
    instanceId: 'one',
    bucket: { start: now, stop: now, toggles: {} },
    impactMetrics: [{ name, help: '', type: 'counter', samples: [{ value, labels: {} }] }],
  })
  expect(sent.status).toBeLessThan(300)
}
const prometheus = openPrometheus(app.handles)
const check = (minutes = 1) =>
  checkSafeguards({ ...app.handles, prometheus, now: () => Date.now() + minutes * 60_000 })
const isOn = async (name: string) => (await as.admin.get(production(name))).body.enabled
const stored = (metric: string) =>
  expect
    .poll(
      async () =>
        (
          await sql`select from impact_minutes m join impact_series s on s.id = m.series_id
      where s.metric = ${metric}`.execute(db)
        ).rows.length,
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0)

test('a safeguard pauses its plan when the metric passes the threshold, and says why', async () => {
  expect((await as.owner.put(`${plan}/safeguards`, safeguard('errors', '>', 10))).status).toBe(204)
  const [{ safeguards }] = (await as.admin.get(`${production('released')}/release-plans`)).body
  expect(safeguards.at(-1)).toMatchObject({
    action: { type: 'pauseReleasePlanProgressions', id: plans.running.id },
    impactMetric: { source: 'internal' },
  })
  await check()
  await send('backend', 'errors', 11)
  await stored('errors')
  await check()
  const [{ pausedAt, pauseReason }] = (await as.admin.get(`${production('released')}/release-plans`)).body
  expect([typeof pausedAt, pauseReason]).toEqual(['string', 'errors (count) was 11: above 10.'])
  expect((await trail(db, 2)).map(({ type }) => type)).toEqual([
    'safeguard-triggered',
    'release-plan-progressions-paused',
  ])
  expect(await isOn('released')).toBe(true)
  await check()
  expect((await trail(db, 1)).map(({ type }) => type)).toEqual(['release-plan-progressions-paused'])
})

test('a safeguard of a flag turns it off, also where changes need a review', async () => {
  const at = `${production('paused')}/safeguards`
  expect((await as.owner.put(at, safeguard('crashes', '>', 0))).status).toBe(204)
  await as.admin.put(
    `${home}/environments/production/change-requests/config`,
    { changeRequestsEnabled: true },
    why,
  )
  const { body } = await as.admin.get(production('paused'))
  const { id } = body.safeguards.at(-1)
  const refused = await Promise.all([
    as.owner.put(at, safeguard('crashes', '>', 99)),
    as.owner.delete(`${at}/${id}`),
  ])
  expect(refused.map((answer) => answer.body.code)).toEqual(['protected', 'protected'])
  await send('backend', 'crashes', 1)
  await stored('crashes')
  await check()
  expect(await isOn('paused')).toBe(false)
  const draft = await as.owner.delete(`${at}/${id}`, { headers: { prefer: 'propose' } })
  expect([draft.status, draft.body.features[0].changes[0].action]).toEqual([202, 'deleteFeatureEnvSafeguard'])
})

test('a safeguard reads only applications of its project', async () => {
  await as.admin.post('/api/admin/projects', { id: 'other', name: 'Other', mode: 'private' })
  const at = `${production('released')}/safeguards`
  await as.admin.put(at, safeguard('secret', '>', 0), why)
  await send('backend', 'secret', 7, 'hidden')
  await stored('secret')
  await check()
  expect(await isOn('released')).toBe(true)
})

test('what comes with a frontend token triggers nothing, and neither does missing data', async () => {
  const at = `${production('paused')}/safeguards`
  await as.admin.put(at, safeguard('public', '>', 0), why)
  await as.admin.put(at, safeguard('missing', '<', 5), why)
  await as.admin.put(at, safeguard('crashes', '>', 1_000), why)
  await as.admin.post(`${production('paused')}/on`, undefined, why)
  await send('frontend', 'public', 1_000)
  await stored('public')
  await check()
  expect(await isOn('paused')).toBe(true)
})

test('a flag has a few safeguards, one for each metric', async () => {
  const at = `${home}/features/released/environments/development/safeguards`
  for (const name of ['a', 'b', 'c', 'd', 'e', 'a'])
    expect((await as.owner.put(at, safeguard(name, '>', 1))).status).toBe(204)
  expect((await as.owner.put(at, safeguard('f', '>', 1))).status).toBe(400)
  expect((await as.viewer.put(at, safeguard('a', '>', 1))).status).toBe(403)
  expect((await as.owner.delete(`${at}/none`)).status).toBe(404)
})
