// Change management for the shop of `seed.ts`: reviews in production, an open request, a template, a rollout
// under guard, and a freeze at weekends.

type Call = (method: string, path: string, body?: unknown, as?: Record<string, string>) => Promise<Answer>
type Answer = { status: number; body: unknown }
type Parts = {
  call: Call
  people: readonly Record<string, string>[]
  report(environment: string, path: string, body: object): Promise<void>
}

const rollout = (percent: number) => ({
  name: 'flexibleRollout',
  sortOrder: 0,
  parameters: { rollout: String(percent), stickiness: 'default' },
})

export async function seedChanges({ call, people, report }: Parts) {
  const [, tomas = {}, mei = {}] = people
  await call('POST', '/release-plan-templates', {
    name: 'Careful rollout',
    description: 'A day at 10 %, a day at half, then everyone',
    milestones: [
      {
        name: '10 %',
        sortOrder: 0,
        transitionCondition: { intervalMinutes: 1440 },
        strategies: [rollout(10)],
      },
      {
        name: 'Half',
        sortOrder: 1,
        transitionCondition: { intervalMinutes: 1440 },
        strategies: [rollout(50)],
      },
      { name: 'Everyone', sortOrder: 2, strategies: [rollout(100)] },
    ],
  })
  await seedRollout({ call, report }, mei)
  const production = '/projects/checkout/environments/production/change-requests'
  await call('PUT', `${production}/config`, { changeRequestsEnabled: true, requiredApprovals: 1 })
  const proposed = await call(
    'POST',
    '/projects/checkout/features/coupon-stacking/environments/production/on',
    {},
    { ...tomas, prefer: 'propose' },
  )
  const { id } = proposed.body as { id: number }
  await call(
    'PUT',
    `/projects/checkout/change-requests/${id}/title`,
    { title: 'Two coupons for everyone' },
    tomas,
  )
  await call('PUT', `/projects/checkout/change-requests/${id}/state`, { state: 'In review' }, tomas)
  await call('POST', '/freezes', {
    name: 'Weekends',
    reason: 'Few people are there to help.',
    project: null,
    environments: ['production'],
    startsAt: null,
    endsAt: null,
    weekly: {
      timeZone: 'Europe/Oslo',
      windows: [{ from: { day: 6, time: '00:00' }, to: { day: 1, time: '06:00' } }],
    },
    breakGlass: true,
  })
}

/** A rollout that is at its first step, with an hour of reports that show no harm. */
async function seedRollout({ call, report }: Pick<Parts, 'call' | 'report'>, who: Record<string, string>) {
  const place = '/projects/storefront/features/search-suggestions/environments/production'
  const rules = (await call('GET', `${place}/strategies`)).body as { id: string }[]
  const { status } = await call(
    'POST',
    `${place}/ramp`,
    {
      strategyId: rules[0]?.id,
      steps: [10, 25, 50, 95],
      minimumMinutes: 360,
      guards: [
        { name: 'Search errors', source: 'outcomes', metric: 'search_errors' },
        { name: 'Searches with a click', source: 'outcomes', metric: 'search_clicks', worse: 'lower' },
      ],
    },
    who,
  )
  if (status !== 200) return
  for (let minute = 0; minute < 60; minute++) {
    const outcome = (metric: string, on: number, off: number) => ({
      featureName: 'search-suggestions',
      metric,
      enabled: { uses: 400, events: Math.round(400 * on) },
      disabled: { uses: 3_600, events: Math.round(3_600 * off) },
    })
    const wave = 1 + Math.sin(minute) / 5
    await report('production', '/api/client/outcomes', {
      appName: 'storefront-web',
      outcomes: [
        outcome('search_errors', 0.01 * wave, 0.01 * wave),
        outcome('search_clicks', 0.32 * wave, 0.31 * wave),
      ],
    })
  }
}
