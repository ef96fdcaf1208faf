import { expect, test } from 'vitest'
import { trail } from '../../../test/fixtures.ts'
import { type Client, testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const home = '/api/admin/projects/default'
const requests = `${home}/change-requests`
const production = (name: string) => `${home}/features/${name}/environments/production`
const propose = { headers: { prefer: 'propose' } }
const rule = (rollout: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout, stickiness: 'default', groupId: 'x' },
})
let count = 0
/** A flag that is on in production with one rule. */
async function makeLive(): Promise<{ name: string; rule: string }> {
  const name = `flag-${++count}`
  await as.admin.post(`${home}/features`, { name })
  const { body } = await as.admin.post(`${production(name)}/strategies`, rule('50'), why('test'))
  expect((await as.admin.post(`${production(name)}/on`, undefined, why('test'))).status).toBe(200)
  return { name, rule: body.id }
}
const why = (reason: string) => ({ headers: { 'x-change-reason': reason } })
const protect = (body: object = {}) =>
  as.admin.put(
    `${home}/environments/production/change-requests/config`,
    { changeRequestsEnabled: true, ...body },
    why('tests'),
  )
const move = (who: Client, id: number, state: string, more: object = {}) =>
  who.put(`${requests}/${id}/state`, { state, ...more })
const rolloutOf = async (name: string) =>
  (await as.admin.get(production(name))).body.strategies.map(
    ({ parameters }: { parameters: { rollout: string } }) => parameters.rollout,
  )
const cleared = async () => {
  await db.deleteFrom('change_requests').execute()
}

test('a change is proposed, reviewed by someone else and applied in one step', async () => {
  await protect()
  const { name, rule: id } = await makeLive()
  const proposed = await as.owner.put(`${production(name)}/strategies/${id}`, rule('75'), propose)
  expect(proposed.status).toBe(202)
  expect(proposed.headers).toMatchObject({
    'preference-applied': 'propose',
    location: `${requests}/${proposed.body.id}`,
  })
  expect(proposed.body).toMatchObject({
    state: 'Draft',
    minApprovals: 1,
    affects: [{ project: 'default', environment: 'production', given: 0, needed: 1 }],
    features: [
      {
        name,
        changes: [
          {
            action: 'updateStrategy',
            payload: { id, parameters: { rollout: '75' }, snapshot: { parameters: { rollout: '50' } } },
          },
        ],
      },
    ],
  })
  expect(await rolloutOf(name)).toEqual(['50'])
  const request = proposed.body.id
  expect((await as.admin.get(`${requests}/${request}`)).status).toBe(404)
  expect((await move(as.owner, request, 'Applied')).body).toMatchObject({ code: 'wrongState' })
  expect((await move(as.owner, request, 'In review', { comment: 'Please look.' })).body).toMatchObject({
    state: 'In review',
    comments: [{ text: 'Please look.' }],
  })
  expect((await move(as.owner, request, 'Approved')).status).toBe(403)
  expect((await move(as.member, request, 'Approved')).status).toBe(403)
  expect((await move(as.admin, request, 'Approved')).body).toMatchObject({
    state: 'Approved',
    affects: [{ given: 1, needed: 1 }],
  })
  expect((await move(as.owner, request, 'Applied')).body).toMatchObject({ state: 'Applied' })
  expect(await rolloutOf(name)).toEqual(['75'])
  const events = await trail(db, 2)
  expect(events.map(({ type }) => type)).toEqual(['feature-strategy-update', 'change-request-applied'])
  for (const event of events)
    expect(event).toMatchObject({ group_type: 'change-request', group_id: String(request) })
  expect((await move(as.owner, request, 'Applied')).body).toMatchObject({ code: 'wrongState' })
})

test('changes collect in one draft, and what goes back to the present state leaves it', async () => {
  await cleared()
  const { name, rule: id } = await makeLive()
  const at = `${production(name)}/strategies`
  const first = await as.owner.put(`${at}/${id}`, rule('60'), propose)
  const second = await as.owner.put(`${at}/${id}`, rule('70'), propose)
  expect(second.body.id).toBe(first.body.id)
  expect(second.body.features).toMatchObject([{ changes: [{ payload: { parameters: { rollout: '70' } } }] }])
  expect(second.body.features[0].changes[0].id).toBe(first.body.features[0].changes[0].id)
  const third = await as.owner.post(`${production(name)}/off`, undefined, propose)
  expect(actions(third)).toEqual(['updateStrategy', 'updateEnabled'])
  const back = await as.owner.put(`${at}/${id}`, rule('50'), propose)
  expect(actions(back)).toEqual(['updateEnabled'])
  const added = await as.owner.post(at, rule('10'), propose)
  const rules = added.body.features[0].changes.find(
    ({ action }: { action: string }) => action === 'addStrategy',
  )
  const changed = await as.owner.put(`${at}/${rules.payload.id}`, rule('20'), propose)
  expect(actions(changed)).toEqual(['addStrategy', 'updateEnabled'])
  expect(changed.body.features[0].changes[0].payload.parameters.rollout).toBe('20')
  expect((await as.owner.delete(`${requests}/${first.body.id}`)).status).toBe(200)
  expect((await as.owner.get(`${requests}/open`)).body).toEqual([])
})

const actions = ({ body }: { body: { features: { changes: { action: string }[] }[] } }) =>
  body.features.flatMap(({ changes }) => changes.map(({ action }) => action))

test('turning on a flag without rules also proposes the rule that it gets', async () => {
  await cleared()
  const name = `flag-${++count}`
  await as.admin.post(`${home}/features`, { name })
  const proposed = await as.member.post(`${production(name)}/on`, undefined, propose)
  expect(actions(proposed)).toEqual(['addStrategy', 'updateEnabled'])
  const { id } = proposed.body
  await move(as.member, id, 'In review')
  await move(as.admin, id, 'Approved')
  expect((await move(as.member, id, 'Applied')).body.state).toBe('Applied')
  const { body } = await as.admin.get(production(name))
  expect(body).toMatchObject({
    enabled: true,
    strategies: [{ id: proposed.body.features[0].changes[0].payload.id }],
  })
})

test('an edit starts a new edition without approvals', async () => {
  await cleared()
  const { name, rule: id } = await makeLive()
  const { body } = await as.owner.put(`${production(name)}/strategies/${id}`, rule('80'), propose)
  await move(as.owner, body.id, 'In review')
  expect((await move(as.admin, body.id, 'Approved')).body.state).toBe('Approved')
  const edited = await as.owner.put(`${production(name)}/strategies/${id}`, rule('90'), propose)
  expect(edited.body).toMatchObject({
    id: body.id,
    state: 'In review',
    edition: 2,
    approvals: [],
    affects: [{ given: 0 }],
  })
  expect((await move(as.owner, body.id, 'Applied')).body.code).toBe('wrongState')
})

test('an approval stops counting when its account can no longer approve', async () => {
  await cleared()
  const { name } = await makeLive()
  const { body } = await as.owner.post(`${production(name)}/off`, undefined, propose)
  await move(as.owner, body.id, 'In review')
  await move(as.admin, body.id, 'Approved')
  await db.updateTable('request_reviews').set({ user_id: 999 }).where('request', '=', body.id).execute()
  expect((await move(as.owner, body.id, 'Applied')).body).toMatchObject({ code: 'approvalsLapsed' })
})

test('a change of the same rule in the meantime is a conflict that names who made it', async () => {
  await cleared()
  const { name, rule: id } = await makeLive()
  const { body } = await as.owner.put(`${production(name)}/strategies/${id}`, rule('65'), propose)
  await move(as.owner, body.id, 'In review')
  await move(as.admin, body.id, 'Approved')
  await as.admin.put(`${production(name)}/strategies/${id}`, rule('5'), why('incident'))
  const comment = await as.viewer.post(`${home}/features/${name}/comments`, { text: 'Why?' })
  expect(comment.status).toBe(201)
  const { body: seen } = await as.owner.get(`${requests}/${body.id}`)
  expect(seen.conflict).toBe(
    `A rule of ${name} was changed. ${seen.approvals[0].createdBy.name} changed it last.`,
  )
  expect((await move(as.owner, body.id, 'Applied')).body).toMatchObject({ code: 'requestConflict' })
  expect(await rolloutOf(name)).toEqual(['5'])
})

test('archiving affects every protected environment, and each needs its approvals', async () => {
  await cleared()
  const { name } = await makeLive()
  const { body, status } = await as.owner.delete(`${home}/features/${name}`, propose)
  expect(status).toBe(202)
  expect(body).toMatchObject({
    environment: 'production',
    features: [{ name, changes: [{ action: 'archiveFeature' }] }],
    affects: [{ environment: 'production' }],
  })
  const { body: effects } = await as.owner.get(`${requests}/${body.id}/effects`)
  expect(effects.effects).toMatchObject([
    { kind: 'flag', name, environment: 'production', protected: true, before: { enabled: true } },
  ])
})

test('without protection a request needs no approval, but the permissions of its author', async () => {
  await cleared()
  const { name } = await makeLive()
  const at = `${home}/features/${name}/environments/development/on`
  const own = await as.owner.post(at, undefined, propose)
  expect(own.body).toMatchObject({ minApprovals: 0, affects: [] })
  expect((await move(as.owner, own.body.id, 'In review')).body.state).toBe('Approved')
  expect((await move(as.owner, own.body.id, 'Applied')).body.state).toBe('Applied')
  const off = `${home}/features/${name}/environments/development/off`
  const { body } = await as.viewer.post(off, undefined, propose)
  expect((await move(as.viewer, body.id, 'In review')).status).toBe(403)
})

test('changes can be sent in the wire format, edited and removed', async () => {
  await cleared()
  const { name, rule: id } = await makeLive()
  const at = `${home}/environments/production/change-requests`
  const sent = await as.owner.post(at, [
    { action: 'updateEnabled', feature: name, payload: { enabled: true } },
    { action: 'updateStrategy', feature: name, payload: { id, ...rule('15') } },
    { action: 'addStrategy', feature: name, payload: rule('1') },
  ])
  expect(sent.status).toBe(200)
  expect(actions(sent)).toEqual(['addStrategy', 'updateStrategy', 'updateEnabled'])
  const changes = sent.body.features[0].changes
  const edited = await as.owner.put(`${requests}/${sent.body.id}/changes/${changes[1].id}`, {
    action: 'updateStrategy',
    feature: name,
    payload: { id, ...rule('16') },
  })
  expect(edited.body.features[0].changes).toMatchObject([{}, { payload: { parameters: { rollout: '16' } } }])
  const path = `${requests}/${sent.body.id}/changes/${edited.body.features[0].changes[0].id}`
  expect((await as.member.delete(path)).status).toBe(404)
  expect((await as.owner.delete(path)).status).toBe(200)
  const bad = await as.owner.post(at, { action: 'addStrategy', feature: 'nosuch', payload: rule('1') })
  expect(bad.status).toBe(404)
  expect((await as.owner.post(at, { action: 'addStrategy', payload: rule('1') })).status).toBe(400)
})

test('requests are counted, named, and those waiting for the caller are found', async () => {
  await cleared()
  const { name } = await makeLive()
  const { body } = await as.owner.post(`${production(name)}/off`, undefined, propose)
  expect((await as.owner.put(`${requests}/${body.id}/title`, { title: 'Stop it' })).status).toBe(204)
  expect((await as.admin.get(`${requests}/actionable`)).body).toEqual({ total: 0 })
  await move(as.owner, body.id, 'In review')
  expect((await as.admin.get(`${requests}/actionable`)).body).toEqual({ total: 1 })
  expect((await as.owner.get(`${requests}/actionable`)).body).toEqual({ total: 0 })
  expect((await as.admin.get(`${requests}/count`)).body).toMatchObject({ total: 1, reviewRequired: 1 })
  expect((await as.admin.get(`${requests}/pending/${name}`)).body).toMatchObject([{ title: 'Stop it' }])
  expect((await as.admin.get(requests)).body).toHaveLength(1)
  expect((await move(as.member, body.id, 'Cancelled')).status).toBe(403)
  expect((await move(as.admin, body.id, 'Rejected', { comment: 'No' })).body).toMatchObject({
    state: 'Rejected',
    rejections: [{}],
    comments: [{ text: 'No' }],
  })
  expect((await move(as.admin, body.id, 'Approved')).body.code).toBe('wrongState')
})

test('a proposal changes nothing but its own tables', async () => {
  await cleared()
  const { name } = await makeLive()
  const tables = ['flags', 'flag_environments', 'rules', 'rule_segments', 'published', 'undos'] as const
  const snapshot = () =>
    Promise.all(
      tables.map((table) =>
        db
          .selectFrom(table)
          .selectAll()
          .orderBy('ctid' as never)
          .execute(),
      ),
    )
  const before = await snapshot()
  expect((await as.owner.post(`${production(name)}/strategies`, rule('33'), propose)).status).toBe(202)
  expect((await as.owner.delete(`${home}/features/${name}`, propose)).status).toBe(202)
  expect(await snapshot()).toEqual(before)
})

test('a request that conflicts is updated to the current state, and then needs a new review', async () => {
  await cleared()
  const { name, rule: id } = await makeLive()
  const { body } = await as.owner.put(`${production(name)}/strategies/${id}`, rule('65'), propose)
  await move(as.owner, body.id, 'In review')
  await move(as.admin, body.id, 'Approved')
  await as.admin.put(`${production(name)}/strategies/${id}`, rule('5'), why('incident'))
  expect((await as.member.post(`${requests}/${body.id}/rebase`)).status).toBe(403)
  const updated = (await as.owner.post(`${requests}/${body.id}/rebase`)).body
  expect(updated).toMatchObject({ state: 'In review', edition: 2, approvals: [] })
  expect(updated.conflict).toBeUndefined()
  expect(updated.features[0].changes[0].payload.snapshot.parameters.rollout).toBe('5')
  await move(as.admin, body.id, 'Approved', { edition: 2 })
  expect((await move(as.owner, body.id, 'Applied')).body.state).toBe('Applied')
  expect(await rolloutOf(name)).toEqual(['65'])
})

test('an applied request is put back by another request', async () => {
  await cleared()
  const { name, rule: id } = await makeLive()
  const { body } = await as.owner.put(`${production(name)}/strategies/${id}`, rule('65'), propose)
  expect((await as.owner.post(`${requests}/${body.id}/revert`)).body).toMatchObject({ code: 'wrongState' })
  await applied(body.id)
  const { body: back } = await as.member.post(`${requests}/${body.id}/revert`)
  expect(back).toMatchObject({
    state: 'Draft',
    features: [{ name, changes: [{ action: 'updateStrategy' }] }],
  })
  await applied(back.id, as.member)
  expect(await rolloutOf(name)).toEqual(['50'])
})

async function applied(id: number, author: Client = as.owner) {
  await move(author, id, 'In review')
  await move(as.admin, id, 'Approved')
  expect((await move(author, id, 'Applied')).body).toMatchObject({ state: 'Applied' })
}

test('a result other than the reviewed one is recorded, and refused where the protection is strict', async () => {
  for (const strict of [false, true]) {
    await cleared()
    await protect({ strict })
    const { name, rule: id } = await makeLive()
    const { body } = await as.owner.put(`${production(name)}/strategies/${id}`, rule('65'), propose)
    await move(as.owner, body.id, 'In review')
    await move(as.admin, body.id, 'Approved')
    await as.admin.post(`${production(name)}/strategies`, rule('1'), why('another rule'))
    const answer = await move(as.owner, body.id, 'Applied')
    if (strict) expect(answer.body).toMatchObject({ code: 'drifted' })
    else expect((await trail(db, 1))[0]?.data).toMatchObject({ drifted: true })
  }
  await protect()
})

test('proposals at the same time end up in one draft', async () => {
  await cleared()
  const flags = await Promise.all([makeLive(), makeLive(), makeLive(), makeLive()])
  const answers = await Promise.all(
    flags.map(({ name }) => as.owner.post(`${production(name)}/off`, undefined, propose)),
  )
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  const { body } = await as.owner.get(`${requests}/open`)
  expect(body).toMatchObject([{ features: [{}, {}, {}, {}] }])
})

test('a request that several people apply at the same time is applied once', async () => {
  await cleared()
  const { name } = await makeLive()
  const { body } = await as.owner.post(`${production(name)}/strategies`, rule('12'), propose)
  await move(as.owner, body.id, 'In review')
  await move(as.admin, body.id, 'Approved')
  const answers = await Promise.all(
    [as.owner, as.admin, as.owner, as.admin].map((who) => move(who, body.id, 'Applied')),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  expect(await rolloutOf(name)).toEqual(['50', '12'])
})

test('an edit and an application of the same rule never mix', async () => {
  for (let round = 0; round < 10; round++) {
    await cleared()
    const { name, rule: id } = await makeLive()
    const { body } = await as.owner.put(`${production(name)}/strategies/${id}`, rule('65'), propose)
    await move(as.owner, body.id, 'In review')
    await move(as.admin, body.id, 'Approved')
    const [edited, done] = await Promise.all([
      as.admin.put(`${production(name)}/strategies/${id}`, rule('5'), why('incident')),
      move(as.owner, body.id, 'Applied'),
    ])
    expect(edited.status).toBe(200)
    const last = done.status === 200 ? ['5', '65'] : ['5']
    expect(last).toContain((await rolloutOf(name))[0])
    if (done.status !== 200) expect(done.body.code).toBe('requestConflict')
    else expect(await rolloutOf(name)).toEqual(['5'])
  }
})

test('callers without an account get a request for each call, and cannot review', async () => {
  await cleared()
  const { name } = await makeLive()
  const first = await as.adminToken.post(`${production(name)}/off`, undefined, propose)
  const second = await as.adminToken.post(`${production(name)}/off`, undefined, propose)
  expect(second.body.id).not.toBe(first.body.id)
  await move(as.adminToken, first.body.id, 'In review')
  expect((await move(as.adminToken, first.body.id, 'Approved')).status).toBe(403)
  expect((await move(as.admin, first.body.id, 'Approved')).body.state).toBe('Approved')
})

test('only members open requests in a protected project, and drafts of others do not exist', async () => {
  await as.admin.post('/api/admin/projects', { id: 'members', name: 'Members', mode: 'protected' })
  await as.admin.post('/api/admin/projects/members/features', { name: 'inside' })
  const at = '/api/admin/projects/members/features/inside/environments/production/on'
  expect((await as.viewer.post(at, undefined, propose)).status).toBe(403)
  const { body } = await as.admin.post(at, undefined, propose)
  const own = `/api/admin/projects/members/change-requests/${body.id}`
  expect((await as.admin.get(own)).status).toBe(200)
  expect((await as.viewer.get(own)).status).toBe(404)
  expect((await as.viewer.put(`${own}/state`, { state: 'Cancelled' })).status).toBe(404)
  expect((await as.viewer.post(`${own}/comments`, { text: 'Hello' })).status).toBe(404)
})

test('an idempotency key repeats a proposal, and not a change', async () => {
  await cleared()
  const { name } = await makeLive()
  const headers = { 'idempotency-key': 'propose-once', prefer: 'propose' }
  const first = await as.owner.post(`${production(name)}/strategies`, rule('3'), { headers })
  const again = await as.owner.post(`${production(name)}/strategies`, rule('3'), { headers })
  expect(again.status).toBe(202)
  expect(actions(again)).toEqual(actions(first))
})
