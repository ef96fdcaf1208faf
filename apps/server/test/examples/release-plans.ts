import { preparePlans } from '../protection/plans.ts'
import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as, app, db }) => {
  await app.startWork()
  await preparePlans(as.admin, db)
  const follow = async (name: string) => {
    await as.admin.post('/api/admin/projects/default/features', { name })
    const here = `/api/admin/projects/default/features/${name}/environments/development`
    return (await as.admin.post(`${here}/release-plans`, { templateId: 'steps' })).body
  }
  for (const name of ['apple-pay', 'gift-cards'])
    await as.admin.post('/api/admin/projects/default/features', { name })
  const { id, milestones } = await follow('new-checkout')
  const [first, second] = milestones
  const here = '/api/admin/projects/default/features/new-checkout/environments/development'
  const safeguard = {
    impactMetric: { metricName: 'latency', timeRange: 'hour', aggregationMode: 'p95', labelSelectors: {} },
    triggerCondition: { operator: '>', threshold: 300 },
  }
  await as.admin.put(`${here}/release-plans/${id}/safeguards`, safeguard)
  await as.admin.put(`${here}/safeguards`, safeguard)
  const { releasePlans, safeguards } = (await as.admin.get(here)).body
  return {
    replace: {
      '01JD3QCZ8X3T6B1KQ5WJ9RMV0H': 'steps',
      '01JD3Q9T5ZC8W2N6R4XBV7KQEP': id,
      '01JD3QA6W1H4M8YS0TFD3GZJ9N': first.id,
      '01JD3QB2K7V5E9RC6XNM1PHT4W': second.id,
      '01JD3QDR4N7P2YG8E6HSC0XAF5': first.strategies[0].id,
      '01JD3QFK2T8V6B4N9XWH7CZR3P': (await follow('old-checkout')).id,
      '01JD3QGM5W7H2X9B4TKC6NZR8V': releasePlans[0].safeguards[0].id,
      '01JD3QHP9C3V7M5X2BTW8KZN6R': safeguards[0].id,
      '01JD3QEB6F9W3H7T5KZN2XGC8M': (await follow('paypal')).id,
    },
  }
}
