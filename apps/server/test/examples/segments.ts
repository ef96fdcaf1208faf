import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  const project = '/api/admin/projects/default'
  const made = async (name: string): Promise<number> =>
    (await as.admin.post('/api/admin/segments', { name, constraints: [] })).body.id
  const [used, unused] = [await made('Beta users'), await made('Unused')]
  await as.admin.post(`${project}/features`, { name: 'new-checkout' })
  const rule = { name: 'default', segments: [used] }
  const path = `${project}/features/new-checkout/environments/development/strategies`
  const { body } = await as.admin.post(path, rule)
  return { replace: { 1: used, 2: unused, '01JD3Q9T5ZC8W2N6R4XBV7KQEP': body.id } }
}
