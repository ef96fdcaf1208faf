import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  const projects = '/api/admin/projects'
  await as.admin.post(`${projects}/default/features`, { name: 'new-checkout' })
  for (const id of ['old-shop', 'old-search', 'old-checkout']) {
    await as.admin.post(projects, { id, name: id })
  }
  await as.admin.post(`${projects}/archive/old-search`)
  for (const name of ['staging', 'testing']) {
    await as.admin.post('/api/admin/environments', { name, type: 'test' })
  }
  await as.admin.post(`${projects}/default/environments`, { environment: 'testing' })
  return {}
}
