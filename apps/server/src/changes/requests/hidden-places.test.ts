import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeProject } from '../../../test/fixtures.ts'
import { type Answer, type Client, testApp } from '../../../test/kit.ts'
import { sweepSchedules } from './schedule/due.ts'

const { app, as, db } = await testApp()
await app.startWork()
// Only the tests sweep.
await sql`delete from jobs.schedule where name = 'change-request-schedules'`.execute(db)
const requests = '/api/admin/projects/default/change-requests'
const propose = { headers: { prefer: 'propose' } }
const why = { headers: { 'x-change-reason': 'tests' } }
const at = (project: string) => `/api/admin/projects/${project}`
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

await makeProject(db, 'secret', { mode: 'private' })
const { body: segment } = await as.admin.post('/api/admin/segments', { name: 'beta', constraints: [] })
for (const project of ['default', 'secret']) {
  const flag = `${at(project)}/features/in-${project}/environments/production`
  await as.admin.post(`${at(project)}/features`, { name: `in-${project}` })
  await as.admin.post(`${flag}/strategies`, { name: 'default', segments: [segment.id] })
  await as.admin.post(`${flag}/on`)
  const config = `${at(project)}/environments/production/change-requests/config`
  await as.admin.put(config, { changeRequestsEnabled: true, adminsApproveOwn: true }, why)
}
const move = (who: Client, id: number, state: string, more: object = {}) =>
  who.put(`${requests}/${id}/state`, { state, ...more })
const freeze = (project: string) =>
  as.admin.post('/api/admin/freezes', {
    name: `Quiet ${project}`,
    reason: '',
    project,
    environments: [],
    startsAt: '2020-01-01T00:00:00Z',
    endsAt: '2090-01-01T00:00:00Z',
    weekly: null,
    breakGlass: false,
  })
const conceals = ({ body }: Answer) => expect(JSON.stringify(body)).not.toContain('secret')
const events = () => as.viewer.get('/api/admin/search/events?limit=50')

/** A request in the default project that also changes what a flag of the private project does. */
async function makeRequest(value: string): Promise<number> {
  const constraints = [{ contextName: 'userId', operator: 'IN', values: [value] }]
  const change = { name: 'beta', constraints }
  const { body } = await as.admin.put(`/api/admin/segments/${segment.id}`, change, propose)
  expect(body).toMatchObject({ project: 'default', affects: [{}, { project: 'secret' }] })
  await move(as.admin, body.id, 'In review')
  return body.id
}
const approvedBy = async (who: Client, id: number) =>
  expect((await move(who, id, 'Approved')).body.state).toBe('Approved')

test('a refused review names only the places that the caller sees', async () => {
  const id = await makeRequest('1')
  for (const state of ['Approved', 'Rejected']) {
    const refused = await move(as.viewer, id, state)
    expect(refused.body.message).toContain('APPROVE_CHANGE_REQUEST in default · production to do this')
    conceals(refused)
  }
  await approvedBy(as.admin, id)
  expect((await move(as.admin, id, 'Applied')).status).toBe(200)
  const seen = await events()
  conceals(seen)
  expect(JSON.stringify(seen.body)).toContain('"approvals"')
})

test('the reason of a suspended schedule names nothing in a private project', async () => {
  const id = await makeRequest('2')
  await approvedBy(as.admin, id)
  const due = async () => {
    expect((await move(as.admin, id, 'Scheduled', { scheduledAt: inAnHour() })).status).toBe(200)
    await sql`update change_requests set scheduled_at = now() - interval '1 second' where id = ${id}`.execute(
      db,
    )
  }
  await due()
  const { body: frozen } = await freeze('secret')
  await sweepSchedules(app.handles)
  const suspended = await as.viewer.get(`${requests}/${id}`)
  expect(suspended.body.schedule).toMatchObject({
    status: 'suspended',
    reason: expect.stringContaining('Flags in projects that you cannot see are frozen'),
  })
  await as.admin.delete(`/api/admin/freezes/${frozen.id}`)
  await due()
  await sql`update request_reviews set verdict = 'rejected' where request = ${id}`.execute(db)
  await sweepSchedules(app.handles)
  const lapsed = await as.viewer.get(`${requests}/${id}`)
  expect(lapsed.body.schedule.reason).toContain('enough approvals in default · production.')
  for (const shown of [suspended, lapsed, await events()]) conceals(shown)
  conceals(await as.viewer.get('/api/admin/search/change-requests'))
  await move(as.admin, id, 'Rejected')
})

test('a freeze of a private project stops a schedule without its name', async () => {
  const id = await makeRequest('3')
  await approvedBy(as.admin, id)
  // The author of a request can apply it, also without access to a project that it reaches.
  const { rows } = await sql<{ id: number }>`select id from users where username = 'vera'`.execute(db)
  await sql`update change_requests set author_id = ${rows[0]?.id} where id = ${id}`.execute(db)
  const { body: frozen } = await freeze('secret')
  const refused = await move(as.viewer, id, 'Scheduled', { scheduledAt: inAnHour() })
  expect(refused.body.details[0].message).toBe(
    'Flags are frozen at this time: a freeze. Choose another time.',
  )
  conceals(refused)
  await as.admin.delete(`/api/admin/freezes/${frozen.id}`)
  await move(as.admin, id, 'Rejected')
})

test('a flag that was moved is a conflict, and its new project is not named', async () => {
  const flag = `${at('default')}/features/leaving/environments/production`
  await as.admin.post(`${at('default')}/features`, { name: 'leaving' })
  const { body } = await as.owner.post(`${flag}/on`, undefined, propose)
  await move(as.owner, body.id, 'In review')
  await approvedBy(as.admin, body.id)
  expect((await move(as.admin, body.id, 'Scheduled', { scheduledAt: inAnHour() })).status).toBe(200)
  const moved = await as.admin.post(`${at('default')}/features/leaving/changeProject`, {
    newProjectId: 'secret',
  })
  expect(moved.status).toBe(200)
  const shown = await as.viewer.get(`${requests}/${body.id}`)
  expect(shown.body.conflict).toBe('The flag leaving was moved to another project.')
  conceals(shown)
  await sweepSchedules(app.handles)
  const suspended = await as.viewer.get(`${requests}/${body.id}`)
  expect(suspended.body.schedule.status).toBe('suspended')
  conceals(suspended)
})
