import type { Api, As } from './api.ts'
import { flags, type Plan } from './flags.ts'

// Release plans that run, are paused and have ended, and a rollout under guard, with the metrics that they watch.

const TEMPLATE = 'Careful rollout'
const METRIC = 'recommendation_errors'
const watched = 'recommendations-v3'
const guarded = '/projects/storefront/features/search-suggestions/environments/production'

type Template = { id: string; name: string }
type ReleasePlan = { id: string; milestones: { id: string }[] }

const rollout = (percent: number) => ({
  name: 'flexibleRollout',
  sortOrder: 0,
  parameters: { rollout: String(percent), stickiness: 'default' },
})
const aDay = { intervalMinutes: 1440 }

export async function seedRollouts({ call }: Api, who: As) {
  const listTemplates = async () => (await call('GET', '/release-plan-templates')).body as Template[]
  const find = (templates: Template[]) => templates.find(({ name }) => name === TEMPLATE)
  if (!find(await listTemplates()))
    await call('POST', '/release-plan-templates', {
      name: TEMPLATE,
      description: 'A day at 10 %, a day at half, then everyone',
      milestones: [
        { name: '10 %', sortOrder: 0, transitionCondition: aDay, strategies: [rollout(10)] },
        { name: 'Half', sortOrder: 1, transitionCondition: aDay, strategies: [rollout(50)] },
        { name: 'Everyone', sortOrder: 2, strategies: [rollout(100)] },
      ],
    })
  const templateId = find(await listTemplates())?.id
  for (const [project, list] of Object.entries(flags))
    for (const { name, plan } of list)
      if (plan) await startPlan(`/projects/${project}/features/${name}/environments/production`, plan)
  await startRamp()

  async function startPlan(place: string, state: Plan) {
    const plans = (await call('GET', `${place}/release-plans`)).body as ReleasePlan[]
    if (plans.length > 0) return
    const plan = (await call('POST', `${place}/release-plans`, { templateId }, who)).body as ReleasePlan
    const path = `${place}/release-plans/${plan.id}`
    if (state === 'running')
      await call('PUT', `${path}/safeguards`, {
        impactMetric: {
          metricName: METRIC,
          timeRange: 'hour',
          aggregationMode: 'count',
          labelSelectors: { [watched]: ['enabled'] },
        },
        triggerCondition: { operator: '>', threshold: 50 },
      })
    await call('POST', `${place}/on`, undefined, who)
    const [, half, everyone] = plan.milestones
    const start = (milestone?: { id: string }) =>
      call('POST', `${path}/milestones/${milestone?.id}/start`, undefined, who)
    if (state === 'paused') {
      await start(half)
      await call(
        'POST',
        `${path}/pause`,
        { reason: 'Pickers miss the upper shelves. Wait for the fix.' },
        who,
      )
    }
    if (state === 'finished') await start(everyone)
  }

  async function startRamp() {
    const [rule] = (await call('GET', `${guarded}/strategies`)).body as { id: string }[]
    const guards = [
      { name: 'Search errors', source: 'outcomes', metric: 'search_errors' },
      { name: 'Searches with a click', source: 'outcomes', metric: 'search_clicks', worse: 'lower' },
    ]
    const steps = { steps: [10, 25, 50, 95], minimumMinutes: 360 }
    await call('POST', `${guarded}/ramp`, { strategyId: rule?.id, ...steps, guards }, who)
  }
}

const charts = [
  [
    '/projects/storefront/features/recommendations-v3/impact-metrics/config',
    {
      title: 'Errors of recommendations',
      metricName: METRIC,
      timeRange: 'day',
      labelSelectors: { [watched]: ['*'] },
    },
  ],
  [
    '/projects/storefront/features/recommendations-v3/impact-metrics/config',
    {
      title: 'Clicks on recommendations',
      metricName: 'recommendation_clicks',
      timeRange: 'week',
      labelSelectors: {},
    },
  ],
  [
    '/impact-metrics/config',
    { title: 'Orders', metricName: 'orders_placed', timeRange: 'week', labelSelectors: {} },
  ],
] as const

/** What the applications of the shop report about the rollouts: one minute of metrics, and outcomes without harm. */
export async function seedMetrics({ call, send }: Api, secrets: { storefront: string; checkout: string }) {
  const counter = (name: string, help: string, samples: object[]) => ({
    name,
    help,
    type: 'counter',
    samples,
  })
  const byFlag = (enabled: number, disabled: number) => [
    { value: enabled, labels: { [watched]: 'enabled' } },
    { value: disabled, labels: { [watched]: 'disabled' } },
  ]
  const now = new Date()
  const report = (secret: string, appName: string, impactMetrics: object[]) =>
    send(secret, '/api/client/metrics', {
      appName,
      instanceId: 'demo-1',
      bucket: { start: now, stop: now, toggles: {} },
      impactMetrics,
    })
  await report(secrets.storefront, 'storefront-web', [
    counter(METRIC, 'Recommendations that could not be loaded', byFlag(4, 31)),
    counter('recommendation_clicks', 'Clicks on recommended products', byFlag(42, 310)),
  ])
  await report(secrets.checkout, 'checkout-api', [counter('orders_placed', 'Paid orders', [{ value: 37 }])])
  for (const [path, chart] of charts) {
    const { configs } = (await call('GET', path)).body as { configs: { title?: string }[] }
    if (!configs.some(({ title }) => title === chart.title))
      await call('POST', path, { ...chart, aggregationMode: 'count', yAxisMin: 'zero' })
  }

  for (let minute = 0; minute < 60; minute++) {
    const outcome = (metric: string, on: number, off: number) => ({
      featureName: 'search-suggestions',
      metric,
      enabled: { uses: 400, events: Math.round(400 * on) },
      disabled: { uses: 3_600, events: Math.round(3_600 * off) },
    })
    const wave = 1 + Math.sin(minute) / 5
    await send(secrets.storefront, '/api/client/outcomes', {
      appName: 'storefront-web',
      outcomes: [
        outcome('search_errors', 0.01 * wave, 0.01 * wave),
        outcome('search_clicks', 0.32 * wave, 0.31 * wave),
      ],
    })
  }
}
