import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as, app }) => {
  await app.startWork()
  const features = '/api/admin/projects/default/features'
  for (const name of ['new-checkout', 'apple-pay']) await as.admin.post(features, { name })
  const here = `${features}/new-checkout/environments/development`
  const { body } = await as.admin.post(`${here}/ramp`, { steps: [10, 50], minimumMinutes: 60 })
  for (const id of ['errors', 'latency'])
    await as.admin.put(`${here}/release-plans/${body.id}/guards/${id}`, { source: 'outcomes', metric: id })
  return { replace: { '01JD3Q9T5ZC8W2N6R4XBV7KQEP': body.id } }
}
