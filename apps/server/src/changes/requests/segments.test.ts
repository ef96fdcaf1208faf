import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, testApp } from '../../../test/kit.ts'
import { sweepPlans } from '../../flags/plans/progress.ts'
import { sweepSchedules } from './schedule/due.ts'

const { app, as, db } = await testApp()
await app.startWork()
// Only the tests sweep.
await sql`delete from jobs.schedule where name in ('change-request-schedules', 'release-plans')`.execute(db)
const home = '/api/admin/projects/default'
const requests = `${home}/change-requests`
const production = (name: string) => `${home}/features/${name}/environments/production`
const propose = { headers: { prefer: 'propose' } }
const why = { headers: { 'x-change-reason': 'tests' } }
const move = (who: Client, id: number, state: string, more: object = {}) =>
  who.put(`${requests}/${id}/state`, { state, ...more })
/** An administrator reads a request and approves it. */
const approve = async (id: number) => move(as.admin, id, 'Approved', { edition: (await read(id)).edition })
const protect = (strict: boolean) =>
  as.admin.put(
    `${home}/environments/production/change-requests/config`,
    { changeRequestsEnabled: true, strict },
    why,
  )
const ruleFor = (segments: number[], rollout = '100') => ({
  name: 'flexibleRollout',
  parameters: { rollout, stickiness: 'default', groupId: 'x' },
  segments,
})
const segmentOf = (name: string, value: string) => ({
  name,
  constraints: [{ contextName: 'userId', operator: 'IN', values: [value] }],
})

let count = 0
/** A segment that nothing uses, with one person in it. */
async function makeUnused() {
  const name = `unused-${++count}`
  const { body } = await as.editor.post('/api/admin/segments', segmentOf(name, 'nobody'))
  const path = `/api/admin/segments/${body.id}`
  return {
    id: body.id as number,
    name,
    path,
    widen: (who: Client, more: object = {}) => who.put(path, segmentOf(name, 'everyone'), more),
  }
}
async function makeFlag(segments: number[] = []) {
  const name = `guarded-${++count}`
  await as.admin.post(`${home}/features`, { name })
  const { body } = await as.admin.post(`${production(name)}/strategies`, ruleFor(segments, '50'), why)
  await as.admin.post(`${production(name)}/on`, undefined, why)
  return { name, at: `${production(name)}/strategies`, rule: `${production(name)}/strategies/${body.id}` }
}
/** A request of the editor that adds a rule for everyone in the segment, approved by an administrator. */
async function approved(segment: number) {
  const { name, at } = await makeFlag()
  const { body } = await as.editor.post(at, ruleFor([segment]), propose)
  await move(as.editor, body.id, 'In review')
  expect((await approve(body.id)).body.state).toBe('Approved')
  return { id: body.id as number, name }
}
const rulesOf = async (name: string) => (await as.admin.get(`${production(name)}/strategies`)).body.length
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const comeDue = (id: number) =>
  sql`update change_requests set scheduled_at = now() - interval '1 second' where id = ${id}`.execute(db)
const read = async (id: number) => (await as.admin.get(`${requests}/${id}`)).body

test('a segment that a request names cannot be changed without a review while the request is open', async () => {
  await protect(false)
  const segment = await makeUnused()
  const { id } = await approved(segment.id)
  const refused = await segment.widen(as.editor)
  expect([refused.status, refused.body.code]).toEqual([403, 'protected'])
  expect(refused.body.protected).toMatchObject([{ project: 'default', environment: 'production' }])
  const proposed = await segment.widen(as.editor, propose)
  expect(proposed.status).toBe(202)
  // It was added to the request, which has to be reviewed again.
  expect(proposed.body).toMatchObject({ id, state: 'In review', approvals: [] })
  await move(as.editor, id, 'Cancelled')
  expect((await segment.widen(as.editor)).status).toBe(204)
})

test('a description of such a segment is free', async () => {
  const segment = await makeUnused()
  const { id } = await approved(segment.id)
  const described = { ...segmentOf(segment.name, 'nobody'), description: 'Nobody yet' }
  expect((await as.editor.put(segment.path, described)).status).toBe(204)
  expect((await move(as.editor, id, 'Applied')).status).toBe(200)
})

for (const strict of [false, true])
  test(`a request is not applied if a segment that it names was changed${strict ? ', also where results must be exact' : ''}`, async () => {
    await protect(strict)
    const segment = await makeUnused()
    const { id, name } = await approved(segment.id)
    expect((await segment.widen(as.admin, why)).status).toBe(204)
    expect((await read(id)).conflict).toContain(segment.name)
    const applied = await move(as.editor, id, 'Applied')
    expect([applied.status, applied.body.code]).toEqual([409, 'requestConflict'])
    expect(await rulesOf(name)).toBe(1)
    const again = await as.editor.post(`${requests}/${id}/rebase`)
    expect(again.body).toMatchObject({ state: 'In review', approvals: [] })
    expect(again.body.conflict).toBeUndefined()
    await approve(id)
    expect((await move(as.editor, id, 'Applied')).status).toBe(200)
  })

test('a schedule is suspended if a segment that the request names was changed', async () => {
  await protect(false)
  const segment = await makeUnused()
  const { id, name } = await approved(segment.id)
  expect((await move(as.editor, id, 'Scheduled', { scheduledAt: inAnHour() })).status).toBe(200)
  await segment.widen(as.admin, why)
  await comeDue(id)
  await sweepSchedules(app.handles)
  expect(await read(id)).toMatchObject({
    state: 'Scheduled',
    schedule: { status: 'suspended', reason: expect.stringContaining(segment.name) },
  })
  expect(await rulesOf(name)).toBe(1)
})

test('a segment of a later step of a plan counts as used', async () => {
  await protect(false)
  const segment = await makeUnused()
  const { name } = await makeFlag()
  const step = (id: string, segments: number[], condition: object | null) => ({
    id: `${name}-${id}`,
    name: id,
    sortOrder: 0,
    transitionCondition: condition,
    strategies: [
      {
        ...ruleFor(segments),
        id: `${name}-${id}-rule`,
        sortOrder: 0,
        title: null,
        disabled: false,
        constraints: [],
        variants: [],
      },
    ],
  })
  const milestones = [
    step('first', [], { type: 'time', intervalMinutes: 60 }),
    step('second', [segment.id], null),
  ]
  await sql`insert into release_templates (id, name, milestones, created_by_id)
    values (${name}, ${name}, ${JSON.stringify(milestones)}::jsonb, 1)`.execute(db)
  const body = { templateId: name }
  const proposed = await as.editor.post(`${production(name)}/release-plans`, body, propose)
  await move(as.editor, proposed.body.id, 'In review')
  expect((await segment.widen(as.editor)).status).toBe(403)
  await approve(proposed.body.id)
  expect((await move(as.editor, proposed.body.id, 'Applied')).status).toBe(200)
  // Templates do not publish anything, so they alone protect nothing.
  await sql`delete from release_templates where id = ${name}`.execute(db)
  const refused = await segment.widen(as.editor)
  expect([refused.status, refused.body.code]).toEqual([403, 'protected'])
  const change = await segment.widen(as.editor, propose)
  expect(change.body).toMatchObject({ affects: [{ project: 'default', environment: 'production' }] })
  const effects = await as.editor.get(`${requests}/${change.body.id}/effects`)
  expect(effects.body.effects).toMatchObject([{ kind: 'segment', name: String(segment.id), protected: true }])
  await sql`update release_plans set due_at = now() - interval '1 hour' where flag = ${name}`.execute(db)
  await sweepPlans(app.handles)
  const { body: rules } = await as.admin.get(`${production(name)}/strategies`)
  expect(rules.at(-1)).toMatchObject({ segments: [segment.id] })
  await as.editor.delete(`${requests}/${change.body.id}`)
})

test('a request that was stored without its segments has to be reviewed again', async () => {
  const segment = await makeUnused()
  const { id } = await approved(segment.id)
  await sql`update change_requests set effects =
    (select jsonb_agg(e - 'segments') from jsonb_array_elements(effects) e) where id = ${id}`.execute(db)
  expect((await read(id)).conflict).toContain('segments')
  expect((await move(as.editor, id, 'Applied')).body.code).toBe('requestConflict')
  await as.editor.post(`${requests}/${id}/rebase`)
  await approve(id)
  expect((await move(as.editor, id, 'Applied')).status).toBe(200)
})

test('one that was stored like that, and names only segments that were in use, is applied', async () => {
  const segment = await makeUnused()
  const { rule } = await makeFlag([segment.id])
  const { body } = await as.editor.put(rule, ruleFor([segment.id], '75'), propose)
  await move(as.editor, body.id, 'In review')
  await approve(body.id)
  await sql`update change_requests set effects =
    (select jsonb_agg(e - 'segments') from jsonb_array_elements(effects) e) where id = ${body.id}`.execute(db)
  expect((await move(as.editor, body.id, 'Applied')).status).toBe(200)
})

test('the return of a temporary change is about the segments as they were before it', async () => {
  const segment = await makeUnused()
  await makeFlag([segment.id])
  const { body } = await segment.widen(as.editor, propose)
  const until = inAnHour()
  await as.editor.put(`${requests}/${body.id}/until`, { until })
  await move(as.editor, body.id, 'In review')
  await approve(body.id)
  expect((await move(as.editor, body.id, 'Applied')).status).toBe(200)
  const list = (await as.admin.get(requests)).body as { id: number; returns?: number; conflict?: string }[]
  const back = list.find(({ returns }) => returns === body.id)
  expect(back?.conflict).toBeUndefined()
  await comeDue(back?.id ?? 0)
  await sweepSchedules(app.handles)
  expect(await read(back?.id ?? 0)).toMatchObject({ state: 'Applied' })
  expect((await as.admin.get(segment.path)).body.constraints[0].values).toEqual(['nobody'])
})

test('a change of a segment names the scheduled requests that it breaks', async () => {
  const segment = await makeUnused()
  const { id } = await approved(segment.id)
  await move(as.editor, id, 'Scheduled', { scheduledAt: inAnHour() })
  const { body } = await segment.widen(as.editor, propose)
  expect(body.segments[0].scheduleConflicts).toEqual({
    changeRequests: [{ id, title: `Change request ${id}` }],
  })
  await move(as.editor, id, 'Rejected')
  const after = await as.editor.get(`${requests}/${body.id}`)
  expect(after.body.segments[0].scheduleConflicts).toBeUndefined()
  await as.editor.delete(`${requests}/${body.id}`)
})
