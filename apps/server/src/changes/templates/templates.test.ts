import { expect, test } from 'vitest'
import { trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const shared = '/api/admin/release-plan-templates'
const owned = '/api/admin/projects/default/release-templates'
const rollout = (percentage: string, sortOrder = 0) => ({
  name: 'flexibleRollout',
  sortOrder,
  parameters: { rollout: percentage },
})
const steps = (...percentages: string[]) =>
  percentages.map((percentage, sortOrder) => ({
    name: `${percentage} %`,
    sortOrder,
    strategies: [rollout(percentage)],
  }))
/** Runs the test with one template, and deletes it afterwards. */
async function having(template: object, work: (id: string, path: string) => Promise<void>, list = shared) {
  const { status, body } = await as.admin.post(list, { name: 'Careful', ...template })
  expect(status, JSON.stringify(body)).toBe(200)
  try {
    await work(body.id, `${list}/${body.id}`)
  } finally {
    await as.admin.delete(`${list}/${body.id}`)
  }
}
const undo = ({ headers }: { headers: Record<string, unknown> }, who: 'admin' | 'editor' = 'admin') =>
  as[who].post(`/api/admin/undo/${String(headers['x-undo'])}`)

test('a template has milestones in order, with rules as they are stored', async () => {
  const milestones = [
    { name: 'Everyone', sortOrder: 2, strategies: [rollout('100')] },
    {
      name: ' Staff ',
      sortOrder: 1,
      transitionCondition: { intervalMinutes: 60 },
      strategies: [
        rollout('050', 4),
        { strategyName: 'remoteAddress', sortOrder: 2, parameters: { IPs: '10.0.0.7' } },
      ],
    },
  ]
  await having({ milestones, description: 'Slowly' }, async (id, path) => {
    const { body, headers } = await as.viewer.get(path)
    expect(headers.etag).toBe('W/"1"')
    expect(body).toMatchObject({ id, discriminator: 'template', project: null, archivedAt: null })
    const [first, second] = body.milestones
    expect(first).toMatchObject({
      name: 'Staff',
      releasePlanDefinitionId: id,
      transitionCondition: { intervalMinutes: 60 },
      strategies: [
        { name: 'remoteAddress', strategyName: 'remoteAddress', milestoneId: first.id, disabled: false },
        { name: 'flexibleRollout', parameters: { rollout: '50' }, segments: [], variants: [] },
      ],
    })
    expect(second).toMatchObject({ name: 'Everyone', transitionCondition: null })
    expect((await as.viewer.get(shared)).body).toMatchObject([{ id, usedInFeatures: 0 }])
    const [event] = await trail(db, 1)
    expect(event).toMatchObject({ type: 'release-plan-template-created', data: { id, name: 'Careful' } })
  })
})

test('group and stickiness stay open until the template is applied', async () => {
  const given = { ...rollout('10'), parameters: { rollout: '10', groupId: 'all', stickiness: 'userId' } }
  const milestones = [{ name: 'One', sortOrder: 0, strategies: [rollout('5'), given] }]
  await having({ milestones }, async (_id, path) => {
    const [{ strategies }] = (await as.viewer.get(path)).body.milestones
    expect(strategies.map(({ parameters }: { parameters: object }) => parameters)).toEqual([
      { rollout: '5' },
      { rollout: '10', groupId: 'all', stickiness: 'userId' },
    ])
  })
})

test.each([
  [{ intervalMinutes: 5, minimumExposures: 5 }, 'A condition is'],
  [{ type: 'exposure', intervalMinutes: 5 }, 'A condition is'],
  [{ minimumExposures: 5 }, 'A condition is'],
  [{ type: 'time' }, 'A condition is'],
  [{ intervalMinutes: 0 }, 'intervalMinutes'],
  [{ after: 'a day' }, 'transitionCondition'],
])('the transition %j is refused', async (transitionCondition, words) => {
  const milestones = [{ name: 'One', sortOrder: 0, transitionCondition }]
  const { status, body } = await as.admin.post(shared, { name: 'Wrong', milestones })
  expect([status, JSON.stringify(body)]).toMatchObject([400, expect.stringContaining(words)])
})

test('rules are checked like those of a flag, and sizes are limited', async () => {
  const refused = async (milestones: unknown) =>
    (await as.admin.post(shared, { name: 'Wrong', milestones })).status
  const one = (rule: object) => [{ name: 'One', sortOrder: 0, strategies: [{ sortOrder: 0, ...rule }] }]
  expect(await refused(one({ name: 'nosuch' }))).toBe(400)
  expect(await refused(one({}))).toBe(400)
  expect(await refused(one({ ...rollout('101') }))).toBe(400)
  expect(await refused(one({ name: 'default', segments: [999] }))).toBe(404)
  expect(await refused([{ name: ' ', sortOrder: 0 }])).toBe(400)
  expect(await refused(steps(...Array.from({ length: 21 }, () => '5')))).toBe(400)
  const many = Array.from({ length: 31 }, (_, index) => rollout('5', index))
  expect(await refused([{ name: 'One', sortOrder: 0, strategies: many }])).toBe(400)
})

test('segments of a project can be used in its own templates only, and not be deleted then', async () => {
  const { body: segment } = await as.admin.post('/api/admin/segments', {
    name: 'ours',
    project: 'default',
    constraints: [],
  })
  const strategies = [{ name: 'default', sortOrder: 0, segments: [segment.id] }]
  const template = { name: 'With segment', milestones: [{ name: 'One', sortOrder: 0, strategies }] }
  expect((await as.admin.post(shared, template)).status).toBe(400)
  const remove = () => as.admin.delete(`/api/admin/segments/${segment.id}`)
  await having(
    template,
    async () => {
      const { status, body } = await remove()
      expect([status, body.message]).toMatchObject([
        409,
        expect.stringContaining('1 release templates or plans'),
      ])
    },
    owned,
  )
  expect((await remove()).status).toBe(204)
})

test('an update keeps what it does not name, raises the version and can be undone', async () => {
  await having({ milestones: steps('1', '100') }, async (id, path) => {
    const before = (await as.viewer.get(path)).body
    const renamed = await as.editor.put(path, { id, name: 'Renamed' }, { headers: { 'if-match': '"1"' } })
    expect(renamed.body).toMatchObject({ name: 'Renamed', milestones: before.milestones, objectVersion: 2 })
    const late = await as.editor.put(path, { id, name: 'Late' }, { headers: { 'if-match': '"1"' } })
    expect([late.status, late.body.current]).toMatchObject([
      412,
      { name: 'Renamed', discriminator: 'template' },
    ])
    const fewer = await as.editor.put(path, { id, name: 'Renamed', milestones: steps('7') })
    expect(fewer.body.milestones).toMatchObject([{ name: '7 %' }])
    expect((await undo(fewer, 'editor')).status).toBe(204)
    expect((await as.viewer.get(path)).body.milestones).toEqual(before.milestones)
  })
})

test('milestones and rules can be changed one at a time', async () => {
  await having({ milestones: steps('1', '100') }, async (id, path) => {
    const added = await as.editor.post(`${path}/milestones`, { name: 'Half', sortOrder: 0 })
    expect(added.body).toMatchObject({ name: 'Half', releasePlanDefinitionId: id, strategies: [] })
    const names = async () =>
      (await as.viewer.get(path)).body.milestones.map(({ name }: { name: string }) => name)
    expect(await names()).toEqual(['1 %', 'Half', '100 %'])
    const half = `${path}/milestones/${added.body.id}`
    const withRule = await as.editor.post(`${half}/strategies`, rollout('50'))
    const [rule] = withRule.body.strategies
    const content = { milestoneId: added.body.id, sortOrder: 0, strategyName: 'flexibleRollout' }
    const changed = await as.editor.put(`${half}/strategies/${rule.id}`, {
      ...content,
      parameters: { rollout: '55' },
    })
    expect(changed.body).toMatchObject({ id: rule.id, parameters: { rollout: '55' } })
    const titled = await as.editor.put(`${half}/strategies/${rule.id}`, { ...content, title: 'Most' })
    expect(titled.body).toMatchObject({ title: 'Most', parameters: { rollout: '55' } })
    const moved = await as.editor.put(half, {
      name: 'More than half',
      releasePlanDefinitionId: id,
      sortOrder: -1,
      transitionCondition: { type: 'exposure', minimumExposures: 1000 },
    })
    expect(moved.body).toMatchObject({
      strategies: [{ id: rule.id }],
      transitionCondition: { type: 'exposure', minimumExposures: 1000 },
    })
    expect(await names()).toEqual(['More than half', '1 %', '100 %'])
    expect((await as.editor.delete(`${half}/strategies/${rule.id}`)).status).toBe(200)
    expect((await as.editor.delete(`${half}/strategies/${rule.id}`)).status).toBe(404)
    const removed = await as.editor.delete(half)
    expect(removed.status).toBe(200)
    expect((await as.editor.put(half, moved.body)).status).toBe(400)
    expect((await as.editor.delete(half)).status).toBe(404)
    expect((await undo(removed, 'editor')).status).toBe(204)
    expect(await names()).toEqual(['More than half', '1 %', '100 %'])
  })
})

test('a name can be taken once among the templates of all projects, and once in each project', async () => {
  await having({ name: 'Careful' }, async () => {
    expect((await as.admin.post(shared, { name: 'careful ' })).body).toMatchObject({ code: 'nameTaken' })
    await having(
      { name: 'Careful' },
      async (id, path) => {
        expect((await as.admin.post(owned, { name: 'CAREFUL' })).status).toBe(409)
        const other = await as.admin.post(owned, { name: 'Other' })
        expect((await as.admin.put(path, { id, name: 'Other' })).status).toBe(409)
        expect((await as.admin.put(path, { id, name: 'careful' })).status).toBe(200)
        await as.admin.delete(`${owned}/${other.body.id}`)
      },
      owned,
    )
  })
})

test('archived templates are listed apart, and come back by undo and by revive', async () => {
  await having({}, async (id) => {
    const archived = await as.admin.post(`${shared}/archive/${id}`)
    expect(archived.status).toBe(200)
    expect((await trail(db, 1))[0]).toMatchObject({ type: 'release-plan-template-archived' })
    expect((await as.viewer.get(shared)).body).toEqual([])
    expect((await as.viewer.get(`${shared}?archived=true`)).body).toMatchObject([
      { id, archivedAt: expect.any(String) },
    ])
    expect((await undo(archived)).status).toBe(204)
    expect((await as.viewer.get(shared)).body).toMatchObject([{ id }])
    await as.admin.post(`${shared}/archive/${id}`)
    expect((await as.admin.post(`${shared}/archive/${id}`)).status).toBe(200)
    expect((await as.admin.post(`${shared}/revive/${id}`)).status).toBe(200)
    expect((await as.viewer.get(shared)).body).toMatchObject([{ id, archivedAt: null }])
  })
})

test('undoing a deletion brings the template back with its ids', async () => {
  await having({ milestones: steps('1', '100') }, async (_id, path) => {
    const before = (await as.viewer.get(path)).body
    const deleted = await as.admin.delete(path)
    expect((await as.viewer.get(path)).status).toBe(404)
    expect((await undo(deleted)).status).toBe(204)
    const { id, milestones } = (await as.viewer.get(path)).body
    expect({ id, milestones }).toEqual({ id: before.id, milestones: before.milestones })
  })
})

test('templates of all projects need root permissions, those of a project a permission there', async () => {
  const template = { name: 'Mine' }
  expect((await as.owner.post(shared, template)).status).toBe(403)
  expect((await as.editor.post(owned, template)).status).toBe(403)
  const { status, body } = await as.owner.post(owned, template)
  expect([status, body.project]).toEqual([200, 'default'])
  expect((await as.editor.put(`${shared}/${body.id}`, { ...template, id: body.id })).status).toBe(404)
  expect((await as.admin.delete(`${shared}/${body.id}`)).status).toBe(404)
  const elsewhere = `/api/admin/projects/elsewhere/release-templates`
  await as.admin.post('/api/admin/projects', { id: 'elsewhere', name: 'Elsewhere' })
  expect((await as.admin.put(`${elsewhere}/${body.id}`, { ...template, id: body.id })).status).toBe(404)
  await having({}, async (id) => {
    expect((await as.viewer.get(owned)).body).toMatchObject([{ id: body.id }])
    expect((await as.viewer.get(`${owned}?include=root`)).body).toMatchObject([{ id: body.id }, { id }])
    expect((await as.viewer.get(shared)).body).toMatchObject([{ id }])
    expect((await as.viewer.get(elsewhere)).body).toEqual([])
  })
  expect((await as.owner.post(`${owned}/archive/${body.id}`)).status).toBe(200)
  expect((await as.owner.post(`${owned}/revive/${body.id}`)).status).toBe(200)
  expect((await as.owner.delete(`${owned}/${body.id}`)).status).toBe(200)
})

test('templates of private projects are hidden from others', async () => {
  await as.admin.post('/api/admin/projects', { id: 'secret', name: 'Secret', mode: 'private' })
  const secret = '/api/admin/projects/secret/release-templates'
  await having(
    {},
    async (id) => {
      expect((await as.viewer.get(secret)).status).toBe(404)
      expect((await as.viewer.get(`${shared}/${id}`)).status).toBe(404)
      expect((await as.owner.put(`${secret}/${id}`, { id, name: 'x' })).status).toBe(404)
      expect((await as.admin.get(`${shared}/${id}`)).body).toMatchObject({ project: 'secret' })
    },
    secret,
  )
  expect((await as.viewer.get('/api/admin/projects/nosuch/release-templates')).status).toBe(404)
})

test('at most ten templates are not archived, even if many are created at the same moment', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      as.admin.post(number % 2 ? shared : owned, { name: `Number ${number}` }),
    ),
  )
  const created = replies.filter(({ status }) => status === 200).map(({ body }) => body)
  expect(created).toHaveLength(10)
  const one = await as.admin.post(shared, { name: 'Number 21' })
  expect([one.status, one.body.code]).toEqual([400, 'limitReached'])
  const { id } = created.find(({ project }) => project === null)
  await as.admin.post(`${shared}/archive/${id}`)
  expect((await as.admin.post(owned, { name: 'Number 21' })).status).toBe(200)
  expect((await as.admin.post(`${shared}/revive/${id}`)).body.code).toBe('limitReached')
})
