import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { trail } from '../../../test/fixtures.ts'
import { type Answer, testApp } from '../../../test/kit.ts'
import { sweepPlans } from './progress.ts'

const { app, as, db } = await testApp()
await app.startWork()
// Only the tests sweep.
await sql`delete from jobs.schedule where name = 'release-plans'`.execute(db)
const home = '/api/admin/projects/default'
const at = (flag: string, environment = 'development') =>
  `${home}/features/${flag}/environments/${environment}`
const propose = { headers: { prefer: 'propose' } }
const why = { headers: { 'x-change-reason': 'tests' } }
const sweep = () => sweepPlans(app.handles)

const step = (rollout: string, condition: object | null = null, segments: number[] = []) => ({
  id: `step-${rollout}`,
  name: `To ${rollout} %`,
  sortOrder: Number(rollout),
  transitionCondition: condition,
  strategies: [
    {
      id: `rule-${rollout}`,
      sortOrder: 0,
      name: 'flexibleRollout',
      title: null,
      disabled: false,
      parameters: { rollout, stickiness: 'default' },
      constraints: [],
      segments,
      variants: [],
    },
  ],
})
const hourly = { type: 'time', intervalMinutes: 60 }
async function makeTemplate(
  id: string,
  milestones: object[] = [step('1', hourly), step('50', hourly), step('100')],
) {
  await sql`insert into release_templates (id, name, milestones, created_by_id)
    values (${id}, ${id}, ${JSON.stringify(milestones)}::jsonb, 1)`.execute(db)
  return id
}
await makeTemplate('steps')

let count = 0
async function makeFlag({ on = true, environment = 'development', template = 'steps' } = {}) {
  const name = `released-${++count}`
  await as.admin.post(`${home}/features`, { name })
  if (on) {
    await as.admin.post(`${at(name, environment)}/strategies`, { name: 'default', title: 'Staff' }, why)
    await as.admin.post(`${at(name, environment)}/on`, undefined, why)
  }
  const { status, body } = await as.admin.post(
    `${at(name, environment)}/release-plans`,
    { templateId: template },
    why,
  )
  expect(status).toBe(200)
  return { name, plan: body, here: at(name, environment) }
}
const planOf = async (here: string) => (await as.admin.get(`${here}/release-plans`)).body[0]
const rulesOf = async (here: string): Promise<string[]> =>
  (await as.admin.get(`${here}/strategies`)).body.map(
    ({ title, parameters }: { title: string | null; parameters: { rollout?: string } }) =>
      title ?? parameters.rollout,
  )
const activeIn = (plan: { activeMilestoneId: string; milestones: { id: string; name: string }[] }) =>
  plan.milestones.find(({ id }) => id === plan.activeMilestoneId)?.name
const comeDue = (flag: string) =>
  sql`update release_plans set due_at = now() - interval '3 days' where flag = ${flag}`.execute(db)

test('a plan starts its first milestone when the flag is on, and keeps the rules that people added', async () => {
  const { plan, here, name } = await makeFlag()
  expect(activeIn(plan)).toBe('To 1 %')
  expect(await rulesOf(here)).toEqual(['Staff', '1'])
  const [, rule] = (await as.admin.get(`${here}/strategies`)).body
  expect(rule).toMatchObject({ id: plan.milestones[0].strategies[0].id, parameters: { groupId: name } })
  const next = `${here}/release-plans/${plan.id}/milestones/${plan.milestones[1].id}/start`
  expect((await as.owner.post(next)).body).toMatchObject({ name: 'To 50 %', progressionExecutedAt: null })
  expect(await rulesOf(here)).toEqual(['Staff', '50'])
  expect((await as.owner.delete(`${here}/release-plans/${plan.id}`)).status).toBe(200)
  expect(await rulesOf(here)).toEqual(['Staff'])
  expect((await trail(db, 3)).map(({ type }) => type)).toEqual([
    'release-plan-milestone-started',
    'feature-strategy-remove',
    'release-plan-removed',
  ])
})

test('a plan waits for a flag that is off, and gives it its rules instead of the default rule', async () => {
  const { plan, here } = await makeFlag({ on: false })
  expect([activeIn(plan), await rulesOf(here)]).toEqual([undefined, []])
  expect((await as.owner.post(`${here}/on`)).status).toBe(200)
  expect([activeIn(await planOf(here)), await rulesOf(here)]).toEqual(['To 1 %', ['1']])
})

test('a flag follows one plan at a time, from a template that is there', async () => {
  const { here } = await makeFlag()
  const post = (templateId: string) => as.owner.post(`${here}/release-plans`, { templateId })
  expect((await post('steps')).status).toBe(409)
  const { here: other } = await makeFlag({ on: false })
  const first = await planOf(other)
  await as.owner.delete(`${other}/release-plans/${first.id}`)
  expect((await as.owner.post(`${other}/release-plans`, { templateId: 'none' })).status).toBe(404)
  await sql`update release_templates set archived_at = now() where id = ${await makeTemplate('old')}`.execute(
    db,
  )
  expect((await as.owner.post(`${other}/release-plans`, { templateId: 'old' })).body.message).toMatch(
    'archived',
  )
  expect((await as.viewer.post(`${other}/release-plans`, { templateId: 'steps' })).status).toBe(403)
})

test('the next milestone starts when it is due, once, and one at a time', async () => {
  const { name, here } = await makeFlag()
  await sweep()
  expect(await rulesOf(here)).toEqual(['Staff', '1'])
  await comeDue(name)
  await Promise.all([sweep(), sweep(), sweep()])
  expect(await rulesOf(here)).toEqual(['Staff', '50'])
  await sweep()
  const plan = await planOf(here)
  expect([activeIn(plan), plan.milestones[0].progressionExecutedAt]).toEqual(['To 50 %', expect.any(String)])
  await comeDue(name)
  await sweep()
  expect([await rulesOf(here), (await planOf(here)).dueAt]).toEqual([['Staff', '100'], null])
})

test('the time in which a flag is off or its plan is paused does not count', async () => {
  const { name, plan, here } = await makeFlag()
  await sql`update release_plans set due_at = now() + interval '10 minutes' where flag = ${name}`.execute(db)
  await as.owner.post(`${here}/off`)
  expect((await planOf(here)).dueAt).toBe(null)
  await as.owner.post(`${here}/release-plans/${plan.id}/pause`, { reason: 'Errors' })
  await as.owner.post(`${here}/on`)
  expect(await planOf(here)).toMatchObject({ dueAt: null, pauseReason: 'Errors' })
  await sweep()
  expect(await rulesOf(here)).toEqual(['Staff', '1'])
  await as.owner.post(`${here}/progressions/${plan.id}/resume`)
  const { dueAt, pausedAt } = await planOf(here)
  const minutes = (new Date(dueAt).getTime() - Date.now()) / 60_000
  expect([pausedAt, minutes > 5 && minutes < 11]).toEqual([null, true])
})

test('the clock starts anew with a milestone, and follows a changed condition', async () => {
  const { plan, here } = await makeFlag()
  const [first, second, third] = plan.milestones
  const put = (id: string, targetMilestone: string, transitionCondition: object) =>
    as.owner.put(`${here}/progressions/${id}`, { targetMilestone, transitionCondition })
  expect((await put(first.id, third.id, { intervalMinutes: 120 })).body).toEqual({
    sourceMilestone: first.id,
    targetMilestone: third.id,
    transitionCondition: { type: 'time', intervalMinutes: 120 },
  })
  const changed = await planOf(here)
  expect(new Date(changed.dueAt).getTime() - new Date(changed.milestones[0].startedAt).getTime()).toBe(
    7_200_000,
  )
  for (const wrong of [{}, { intervalMinutes: 5, minimumExposures: 5 }, { type: 'exposure' }])
    expect((await put(first.id, second.id, wrong)).status).toBe(400)
  for (const [source, target] of [
    [first, first],
    [third, first],
  ])
    expect((await put(source.id, target.id, { intervalMinutes: 5 })).status).toBe(400)
  expect((await put(first.id, 'none', { intervalMinutes: 5 })).status).toBe(404)
  expect((await as.owner.delete(`${here}/progressions/${first.id}`)).status).toBe(204)
  expect((await planOf(here)).dueAt).toBe(null)
})

test('a milestone can wait until the flag was on often enough', async () => {
  const { name, plan, here } = await makeFlag()
  const [first, second] = plan.milestones
  const use = (yes: number) =>
    sql`insert into usage_hours (hour, flag, environment, app, variant, writer, yes)
      values (date_trunc('hour', now()), ${name}, 'development', 'shop', '', ${yes}, ${yes})`.execute(db)
  await use(1_000)
  await as.owner.put(`${here}/progressions/${first.id}`, {
    targetMilestone: second.id,
    transitionCondition: { type: 'exposure', minimumExposures: 500 },
  })
  await as.owner.post(`${here}/release-plans/${plan.id}/milestones/${first.id}/start`)
  await use(499)
  await sweep()
  expect(activeIn(await planOf(here))).toBe('To 1 %')
  await use(1)
  await sweep()
  expect(activeIn(await planOf(here))).toBe('To 50 %')
})

test('rules of milestones can be changed, and keep their changes', async () => {
  const { plan, here } = await makeFlag()
  const [first, second] = plan.milestones
  const put = (milestone: typeof first, rollout: string) =>
    as.owner.put(`${here}/milestone-strategies/${milestone.strategies[0].id}`, {
      parameters: { rollout, stickiness: 'default', groupId: 'x' },
    })
  expect((await put(first, '2')).body).toMatchObject({ milestoneId: first.id, parameters: { rollout: '2' } })
  expect((await put(second, '60')).status).toBe(200)
  expect(await rulesOf(here)).toEqual(['Staff', '2'])
  // The rules of the active milestone can also be changed like others.
  await as.owner.put(`${here}/strategies/${first.strategies[0].id}`, {
    parameters: { rollout: '3', stickiness: 'default' },
  })
  const start = (id: string) => as.owner.post(`${here}/release-plans/${plan.id}/milestones/${id}/start`)
  await start(second.id)
  expect(await rulesOf(here)).toEqual(['Staff', '60'])
  await start(first.id)
  expect(await rulesOf(here)).toEqual(['Staff', '3'])
})

test('changes of a plan can be undone', async () => {
  const { plan, here } = await makeFlag()
  const undo = ({ headers }: Answer) => as.owner.post(`/api/admin/undo/${headers['x-undo']}`, {})
  const next = `${here}/release-plans/${plan.id}/milestones/${plan.milestones[1].id}/start`
  expect((await undo(await as.owner.post(next))).status).toBe(204)
  expect(activeIn(await planOf(here))).toBe('To 1 %')
  expect((await undo(await as.owner.delete(`${here}/release-plans/${plan.id}`))).status).toBe(204)
  expect([activeIn(await planOf(here)), await rulesOf(here)]).toEqual(['To 1 %', ['Staff', '1']])
  const waiting = await makeFlag({ on: false })
  expect((await undo(await as.owner.post(`${waiting.here}/on`))).status).toBe(204)
  expect([activeIn(await planOf(waiting.here)), await rulesOf(waiting.here)]).toEqual([undefined, []])
})

test('a segment of a plan cannot be deleted; a milestone that cannot start pauses the plan, which says why', async () => {
  const { body: segment } = await as.admin.post('/api/admin/segments', { name: 'beta', constraints: [] })
  const template = await makeTemplate('segments', [step('1', hourly), step('50', null, [segment.id])])
  const { name, here } = await makeFlag({ template })
  await sql`delete from release_templates where id = ${template}`.execute(db)
  expect((await as.admin.delete(`/api/admin/segments/${segment.id}`)).status).toBe(409)
  await sql`delete from segments where id = ${segment.id}`.execute(db)
  await comeDue(name)
  await sweep()
  const { pauseReason } = await planOf(here)
  expect([await rulesOf(here), pauseReason]).toEqual([['Staff', '1'], expect.stringMatching('segment')])
})

test('in a protected environment a plan needs a review, and its milestones start without another one', async () => {
  await as.admin.put(
    `${home}/environments/production/change-requests/config`,
    { changeRequestsEnabled: true },
    why,
  )
  const { name, plan, here } = await makeFlag({ environment: 'production' })
  const [first, second] = plan.milestones
  const rule = { parameters: { rollout: '100', stickiness: 'default' } }
  const refused = await Promise.all([
    as.owner.put(`${here}/milestone-strategies/${second.strategies[0].id}`, rule),
    as.owner.put(`${here}/progressions/${first.id}`, {
      targetMilestone: second.id,
      transitionCondition: { intervalMinutes: 1 },
    }),
    as.owner.delete(`${here}/progressions/${first.id}`),
    as.owner.post(`${here}/release-plans/${plan.id}/milestones/${second.id}/start`),
    as.owner.delete(`${here}/release-plans/${plan.id}`),
  ])
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    refused.map(() => [403, 'protected']),
  )
  expect((await as.owner.post(`${here}/release-plans/${plan.id}/pause`, {})).status).toBe(204)
  expect((await as.owner.post(`${here}/progressions/${plan.id}/resume`)).body.code).toBe('protected')

  const url = `${here}/milestone-strategies/${second.strategies[0].id}`
  const { status, body } = await as.owner.put(url, rule, propose)
  expect([status, body.features[0].changes[0].action]).toEqual([202, 'updateReleasePlan'])
  const state = (who: typeof as.owner, to: string) =>
    who.put(`${home}/change-requests/${body.id}/state`, { state: to })
  await state(as.owner, 'In review')
  expect((await state(as.admin, 'Approved')).status).toBe(200)
  expect((await state(as.admin, 'Applied')).body).toMatchObject({ state: 'Applied' })
  await as.admin.post(`${here}/progressions/${plan.id}/resume`, undefined, why)
  await comeDue(name)
  await sweep()
  expect(await rulesOf(here)).toEqual(['Staff', '100'])
})

test('a plan waits while a freeze lasts', async () => {
  const { name, here } = await makeFlag()
  const { body } = await as.admin.post('/api/admin/freezes', {
    name: 'Holidays',
    reason: '',
    project: null,
    environments: ['development'],
    startsAt: '2020-01-01T00:00:00.000Z',
    endsAt: '2099-01-01T00:00:00.000Z',
    weekly: null,
    breakGlass: true,
  })
  await comeDue(name)
  await sweep()
  expect([activeIn(await planOf(here)), (await planOf(here)).pausedAt]).toEqual(['To 1 %', null])
  await as.admin.delete(`/api/admin/freezes/${body.id}`)
  await sweep()
  expect(activeIn(await planOf(here))).toBe('To 50 %')
})
