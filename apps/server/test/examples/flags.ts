import { makeFlag, makeProject, makeSegment } from '../fixtures.ts'
import type { Prepare } from './prepare.ts'

const active = [
  'payment-api',
  'apple-pay',
  'gift-cards',
  'paypal',
  'pay-by-invoice',
  'old-checkout',
  'old-search',
  'summer-sale',
  'winter-sale',
]
const archived = ['old-banner', 'spring-menu', 'autumn-menu', 'old-pricing', 'old-footer', 'old-header']

export const prepare: Prepare = async ({ as, db }) => {
  const features = '/api/admin/projects/default/features'
  await makeProject(db, 'payments')
  // Variants outside of rules cannot be added to a flag through the API.
  const variants = [{ name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' }]
  await makeFlag(db, 'new-checkout', { environments: { development: { variants }, production: {} } })
  for (const name of [...active, ...archived]) await as.admin.post(features, { name })
  await as.admin.post('/api/admin/projects/default/archive', { features: archived })
  await as.admin.post(`${features}/apple-pay/dependencies`, { feature: 'payment-api' })

  const flag = `${features}/new-checkout`
  const rule = async (): Promise<string> =>
    (await as.admin.post(`${flag}/environments/development/strategies`, { name: 'flexibleRollout' })).body.id
  for (const url of ['https://example.com/design', 'https://example.com/dashboard'])
    await as.admin.post(`${flag}/link`, { url })
  const { links } = (await as.admin.get(flag)).body
  return {
    replace: {
      42: await makeSegment(db, 'Beta users'),
      '01JD3Q9T5ZC8W2N6R4XBV7KQEP': await rule(),
      '01JD3QA6W1H4M8YS0TFD3GZJ9N': await rule(),
      '01JD3QB2K7V5E9RC6XNM1PHT4W': await rule(),
      '01JD3QCZ8X3T6B1KQ5WJ9RMV0H': links[0].id,
      '01JD3QDR4N7P2YG8E6HSC0XAF5': links[1].id,
    },
  }
}
