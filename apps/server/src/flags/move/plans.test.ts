import { expect, test } from 'vitest'
import { makeProject, makeSegment } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, actors, db } = await testApp()
const home = '/api/admin/projects/default'
for (const project of ['target', 'reviewed']) {
  await makeProject(db, project)
  const member = { project, user_id: actors.owner.id, role_id: 4 }
  await db.insertInto('project_members').values(member).execute()
}
const config = '/api/admin/projects/reviewed/environments/production/change-requests/config'
await as.admin.put(config, { changeRequestsEnabled: true })

const at = (name: string, project = 'default') =>
  `/api/admin/projects/${project}/features/${name}/environments/production`
const move = (name: string, newProjectId: string, project = 'default') =>
  as.owner.post(`/api/admin/projects/${project}/features/${name}/changeProject`, { newProjectId })

const milestone = (rollout: number, more: object = {}) => ({
  name: `${rollout} %`,
  sortOrder: rollout,
  transitionCondition: { type: 'time', intervalMinutes: 60 },
  strategies: [
    {
      sortOrder: 0,
      name: 'flexibleRollout',
      parameters: { rollout: String(rollout), stickiness: 'default' },
      ...more,
    },
  ],
})

/** A flag that is off, with a plan that starts when it is turned on. */
async function makeWaiting(name: string, last: object = {}) {
  await as.admin.post(`${home}/features`, { name })
  const steps = { name, milestones: [milestone(1), milestone(50, last)] }
  const { body: template } = await as.admin.post(`${home}/release-templates`, steps)
  const added = await as.admin.post(`${at(name)}/release-plans`, { templateId: template.id })
  expect(added.status).toBe(200)
}

test('what a later milestone uses blocks a move, like what a rule uses', async () => {
  const segment = await makeSegment(db, 'beta', 'default')
  await makeWaiting('by-segment', { segments: [segment] })
  const refused = await move('by-segment', 'target')
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('segment beta')])
  await db.insertInto('context_fields').values({ name: 'tier', project: 'default' }).execute()
  const constraints = [{ contextName: 'tier', operator: 'IN', values: ['gold'] }]
  await makeWaiting('by-field', { constraints })
  expect((await move('by-field', 'target')).body.message).toContain('context field tier')
  const parameters = { rollout: '50', stickiness: 'tier' }
  await makeWaiting('by-sticking', { parameters })
  expect((await move('by-sticking', 'target')).status).toBe(400)
})

test('a plan or a safeguard gets into a protected environment, and out of it, only with a review', async () => {
  await makeWaiting('planned')
  const refused = await move('planned', 'reviewed')
  expect([refused.status, refused.body.code]).toEqual([403, 'protected'])
  expect((await move('planned', 'target')).status).toBe(200)
  await as.admin.post(`${home}/features`, { name: 'safeguarded' })
  const metric = { metricName: 'errors', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} }
  const safeguard = { impactMetric: metric, triggerCondition: { operator: '>', threshold: 1 } }
  expect((await as.admin.put(`${at('safeguarded')}/safeguards`, safeguard)).status).toBe(204)
  expect((await move('safeguarded', 'reviewed')).body.code).toBe('protected')
  const why = { headers: { 'x-change-reason': 'tests' } }
  const changeProject = `${home}/features/safeguarded/changeProject`
  const skipping = await as.admin.post(changeProject, { newProjectId: 'reviewed' }, why)
  expect(skipping.status).toBe(200)
  expect((await move('safeguarded', 'target', 'reviewed')).body.code).toBe('protected')
})
