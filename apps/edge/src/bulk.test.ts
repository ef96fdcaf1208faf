import { BulkMetrics } from '@flagstaff/contract/client'
import type { Registration, Usage } from '@flagstaff/delivery'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { toPosts } from './bulk.ts'
import { createSinks } from './sinks.ts'
import { createMemorySpool, type Item } from './spool.ts'

const taken = Compile(BulkMetrics)
const via = { appName: 'edge', instanceId: '1' }
const environment = 'production'
const usage = (more: Partial<Usage> = {}): Item => ({
  kind: 'usage',
  usage: {
    app: 'shop',
    environment,
    at: 0,
    counts: [{ flag: 'checkout', yes: 1, no: 0, variants: [] }],
    ...more,
  },
})
const registration = (more: Partial<Registration>): Item => ({
  kind: 'application',
  registration: { app: 'shop', instance: '1', environment, sdkType: 'frontend', projects: ['*'], ...more },
})
const bodiesOf = (items: Item[]) => {
  const batch = { id: 'batch', items, done: async () => {} }
  return toPosts(batch, environment, via, []).map(({ body }) => JSON.parse(JSON.stringify(body)))
}

test.each([9_007_199_254_740_991, 1e300, 1e15, -1, -1e15, Number.MIN_SAFE_INTEGER])(
  'a report with the timestamp %d does not block the other reports',
  (moment) => {
    const bodies = bodiesOf([
      usage(),
      usage({ app: 'hostile', at: moment }),
      registration({ startedAt: moment }),
    ])
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).toMatchObject({
      metrics: [{ appName: 'shop' }, { appName: 'hostile' }],
      applications: [{}],
    })
    for (const body of bodies) expect(taken.Check(body)).toBe(true)
  },
)

test('counts that exceed the maximum of the server are capped and do not block other reports', () => {
  const counts = [{ flag: 'checkout', yes: 9e11, no: 9e11, variants: [['blue', 9e11]] as [string, number][] }]
  const [body] = bodiesOf([usage({ counts }), usage({ counts }), usage({ app: 'other' })])
  expect(body.metrics[0]).toMatchObject({ yes: 1e12, no: 1e12, variants: { blue: 1e12 } })
  expect(taken.Check(body)).toBe(true)
})

test('samples of frontend tokens are still marked as public after forwarding', async () => {
  const spool = createMemorySpool()
  const { impact } = createSinks(spool)
  const sample = { labels: { environment: 'production' }, value: 1, count: 0, bounds: [], buckets: [] }
  const metric = { name: 'clicks', help: '', type: 'counter' as const, samples: [sample] }
  await impact.add([metric], true)
  await impact.add([metric])
  const [batch] = await spool.take()
  if (!batch) throw new Error('the spool is empty')
  const [body] = bodiesOf(batch.items)
  expect(body.impactMetrics).toMatchObject([{ name: 'clicks', public: true }, { name: 'clicks' }])
  expect(body.impactMetrics[1].public).toBeUndefined()
})

const outcome = {
  flag: 'checkout',
  metric: 'errors',
  enabled: { uses: 10, events: 1 },
  disabled: { uses: 90, events: 9 },
}
const report = { environment, projects: ['shop'], outcomes: [outcome] }

test('each report of outcomes is forwarded by itself, with the projects of its token', async () => {
  const spool = createMemorySpool()
  const { outcomes } = createSinks(spool)
  await outcomes.add(report)
  await outcomes.add(report)
  await outcomes.add({ ...report, environment: 'development' })
  const [batch] = await spool.take()
  const [body] = bodiesOf(batch?.items ?? [])
  const { flag: featureName, ...counts } = outcome
  const passed = { projects: ['shop'], outcomes: [{ featureName, ...counts }] }
  expect(body.outcomes).toEqual([passed, passed])
  expect(taken.Check(body)).toBe(true)
  expect(bodiesOf([usage()])[0]).not.toHaveProperty('outcomes')
})

test('a report of outcomes with an id keeps it, so that it counts once on every route', async () => {
  const spool = createMemorySpool()
  const { outcomes } = createSinks(spool)
  await outcomes.add(report, 'mine')
  const [batch] = await spool.take()
  if (!batch) throw new Error('the spool is empty')
  const [post] = toPosts(batch, environment, via, [])
  expect([post?.id, post?.body.outcomes]).toEqual(['mine', [expect.objectContaining({ projects: ['shop'] })]])
})
