import { expect, test } from 'vitest'
import { makeProject } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'

const { actors, as, db } = await testApp()
const at = (project: string, rest: string) => `/api/admin/projects/${project}${rest}`
const propose = { headers: { prefer: 'propose' } }
const why = { headers: { 'x-change-reason': 'tests' } }
const protect = (project: string, changeRequestsEnabled: boolean) =>
  as.admin.put(at(project, '/environments/production/change-requests/config'), { changeRequestsEnabled }, why)
const segmentOf = (name: string, value: string) => ({
  name,
  constraints: [{ contextName: 'userId', operator: 'IN', values: [value] }],
})

test('a request lends rights on a segment only if it was reviewed in all places that use it', async () => {
  await makeProject(db, 'secret', { mode: 'private' })
  const { body: segment } = await as.admin.post('/api/admin/segments', segmentOf('shared', 'nobody'))
  for (const project of ['default', 'secret']) {
    await as.admin.post(at(project, '/features'), { name: `uses-${project}` })
    const environment = at(project, `/features/uses-${project}/environments/production`)
    await as.admin.post(`${environment}/strategies`, { name: 'default', segments: [segment.id] })
  }
  await protect('default', true)
  const path = `/api/admin/segments/${segment.id}`
  const { body } = await as.editor.put(path, segmentOf('shared', 'everyone'), propose)
  const state = (to: string) => [at('default', `/change-requests/${body.id}/state`), { state: to }] as const
  await as.editor.put(...state('In review'))
  expect((await as.admin.put(...state('Approved'))).body.state).toBe('Approved')

  const become = (rootRole: number) => as.admin.put(`/api/admin/user-admin/${actors.editor.id}`, { rootRole })
  expect((await become(3)).status).toBe(200)
  const refused = await as.editor.put(...state('Applied'))
  expect([refused.status, refused.body.code]).toEqual([403, 'noPermission'])
  expect((await as.admin.get(path)).body.constraints[0].values).toEqual(['nobody'])

  // Reviewed in both projects.
  await protect('secret', true)
  await become(2)
  await as.editor.post(at('default', `/change-requests/${body.id}/rebase`))
  await as.admin.put(state('')[0], { state: 'Approved', edition: 2 })
  await become(3)
  expect((await as.editor.put(...state('Applied'))).status).toBe(200)
  expect((await as.admin.get(path)).body.constraints[0].values).toEqual(['everyone'])
})
