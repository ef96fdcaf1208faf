import { expect, test } from 'vitest'
import { makeFlag, makeProject, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const url = '/api/admin/context'
const inProject = '/api/admin/projects/default/context'
const names = (body: { name: string }[]) => body.map(({ name }) => name)
const on = (contextName: string) => ({ contextName, operator: 'IN', values: ['1'] })

test('a new installation has the context fields that every SDK sends', async () => {
  const { body } = await as.viewer.get(url)
  expect(names(body)).toEqual(['environment', 'userId', 'appName', 'currentTime', 'sessionId'])
  expect(body[4]).toMatchObject({ stickiness: true, usedInFeatures: 0, legalValues: [], valueType: 'string' })
  expect((await as.anonymous.get(url)).status).toBe(401)
})

test('a context field is created with a valid name that is not taken', async () => {
  const plan = {
    name: 'plan',
    description: 'What was bought',
    legalValues: [{ value: 'free' }, { value: 'paid', description: 'by card' }],
    stickiness: true,
    valueType: 'string',
  }
  const { status, body, headers } = await as.editor.post(url, plan)
  expect(status).toBe(201)
  expect(headers.location).toBe('context/plan')
  expect(body).toMatchObject({ ...plan, sortOrder: 0, objectVersion: 1 })
  expect((await as.editor.post(url, plan)).status).toBe(409)
  expect((await as.editor.post(url, { name: 'a b' })).status).toBe(400)
  expect((await as.editor.post(url, { name: 'x', description: 'x'.repeat(251) })).status).toBe(400)
  expect((await as.editor.post(url, { name: 'x', legalValues: [{ value: '' }] })).status).toBe(400)
  expect(
    (await as.editor.post(url, { name: 'x', legalValues: [{ value: '1' }, { value: '1' }] })).status,
  ).toBe(400)
  expect((await as.owner.post(url, { name: 'x' })).status).toBe(403)
  expect(await trail(db)).toMatchObject([{ type: 'context-field-created', project: null, data: plan }])
})

test('a context field name can be validated before it is used', async () => {
  for (const path of [url, inProject]) {
    expect((await as.editor.post(`${path}/validate`, { name: 'free' })).status).toBe(200)
    expect((await as.editor.post(`${path}/validate`, { name: 'plan' })).status).toBe(409)
    expect((await as.editor.post(`${path}/validate`, { name: '..' })).status).toBe(400)
    expect((await as.viewer.post(`${path}/validate`, { name: 'free' })).status).toBe(403)
  }
  expect((await as.owner.post(`${url}/validate`, { name: 'free' })).status).toBe(403)
  expect((await as.owner.post(`${inProject}/validate`, { name: 'free' })).status).toBe(200)
})

test('an update replaces the field, and a stale If-Match is refused', async () => {
  const put = (body: unknown, headers = {}) => as.editor.put(`${url}/plan`, body, { headers })
  expect((await put({ sortOrder: 3, legalValues: [{ value: 'free' }] }, { 'if-match': '"1"' })).status).toBe(
    200,
  )
  expect((await as.viewer.get(`${url}/plan`)).body).toMatchObject({
    sortOrder: 3,
    stickiness: false,
    objectVersion: 2,
  })
  expect((await as.viewer.get(`${url}/plan`)).body).not.toHaveProperty('description')
  expect((await put({}, { 'if-match': '"1"' })).status).toBe(412)
  expect((await as.editor.put(`${url}/nothing`, {})).status).toBe(404)
  expect((await as.viewer.put(`${url}/plan`, {})).status).toBe(403)
  expect((await as.viewer.get(`${url}/nothing`)).status).toBe(404)
})

test('legal values can be added and removed one at a time', async () => {
  const post = (body: unknown) => as.editor.post(`${url}/plan/legal-values`, body)
  const before = (await trail(db)).length
  expect((await post({ value: 'paid' })).status).toBe(200)
  expect((await post({ value: 'free', description: 'of charge' })).status).toBe(200)
  expect((await post({ value: 'paid' })).status).toBe(200)
  expect((await post({ value: 'x'.repeat(101) })).status).toBe(400)
  expect((await as.viewer.get(`${url}/plan`)).body.legalValues).toEqual([
    { value: 'free', description: 'of charge' },
    { value: 'paid' },
  ])
  expect((await as.editor.delete(`${url}/plan/legal-values/paid`)).status).toBe(200)
  expect((await as.editor.delete(`${url}/plan/legal-values/paid`)).status).toBe(200)
  expect((await as.viewer.delete(`${url}/plan/legal-values/free`)).status).toBe(403)
  expect((await trail(db)).slice(before).map(({ type }) => type)).toEqual(
    Array(3).fill('context-field-updated'),
  )
})

test('a context field lists the rules that use it and cannot be deleted while it is in use', async () => {
  const rule = { constraints: [on('userId'), on('plan')] }
  await makeProject(db, 'shop')
  await makeFlag(db, 'pay', { environments: { production: { rules: [rule, rule] } } })
  await makeFlag(db, 'buy', { project: 'shop', environments: { production: { rules: [rule] } } })
  await makeFlag(db, 'gone', { archived: true, environments: { production: { rules: [rule] } } })
  await makeFlag(db, 'plain', { environments: { production: { rules: [{ constraints: [on('appName')] }] } } })
  expect((await as.viewer.get(`${url}/plan`)).body).toMatchObject({ usedInFeatures: 2, usedInProjects: 2 })
  const { body } = await as.viewer.get(`${url}/plan/strategies`)
  expect(body.strategies.map((one: { featureName: string }) => one.featureName)).toEqual([
    'buy',
    'pay',
    'pay',
  ])
  expect(body.strategies[0]).toMatchObject({
    projectId: 'shop',
    environment: 'production',
    strategyName: 'flexibleRollout',
  })
  expect((await as.viewer.get(`${url}/nothing/strategies`)).status).toBe(404)
  expect((await as.editor.delete(`${url}/plan`)).status).toBe(409)
  await db.deleteFrom('rules').execute()
  await as.admin.post('/api/admin/segments', {
    name: 'payers',
    constraints: [{ ...on('plan'), values: ['free'] }],
  })
  const { status, body: refusal } = await as.editor.delete(`${url}/plan`)
  expect([status, refusal.code]).toEqual([409, 'inUse'])
})

test('an unused field can be deleted', async () => {
  await as.admin.delete('/api/admin/segments/1')
  expect((await as.owner.delete(`${url}/plan`)).status).toBe(403)
  expect((await as.editor.delete(`${url}/plan`)).status).toBe(200)
  expect((await as.editor.delete(`${url}/plan`)).status).toBe(404)
  expect((await trail(db, 1))[0]).toMatchObject({ type: 'context-field-deleted', pre_data: { name: 'plan' } })
})

test('owners can create context fields in their project', async () => {
  expect((await as.member.post(inProject, { name: 'cart' })).status).toBe(403)
  expect((await as.owner.post(inProject, { name: 'cart', project: 'shop' })).status).toBe(400)
  const { status, body } = await as.owner.post(inProject, { name: 'cart' })
  expect([status, body.project]).toEqual([201, 'default'])
  expect(names((await as.viewer.get(inProject)).body)).toEqual(['cart'])
  expect(names((await as.viewer.get(`${inProject}?include=root`)).body)).toHaveLength(6)
  expect(names((await as.viewer.get(url)).body)).not.toContain('cart')
  expect(names((await as.viewer.get(`${url}?include=project`)).body)).toContain('cart')
  expect((await as.viewer.get('/api/admin/projects/nowhere/context')).status).toBe(404)
  expect((await as.editor.post(url, { name: 'cart' })).status).toBe(409)
})

test('a project can read its own context fields and global ones, but not those of other projects', async () => {
  const elsewhere = '/api/admin/projects/shop/context/cart'
  expect((await as.viewer.get(`${inProject}/cart`)).status).toBe(200)
  expect((await as.viewer.get(elsewhere)).status).toBe(404)
  expect((await as.viewer.get(`${inProject}/userId`)).status).toBe(200)
  expect((await as.admin.delete(`${inProject}/userId`)).status).toBe(404)
  expect((await as.admin.put(elsewhere, {})).status).toBe(404)
  expect((await as.admin.delete(elsewhere)).status).toBe(404)
  expect((await as.admin.post(`${elsewhere}/legal-values`, { value: '1' })).status).toBe(404)
  expect((await as.admin.delete(`${elsewhere}/legal-values/1`)).status).toBe(404)
  expect((await as.admin.get(`${elsewhere}/strategies`)).status).toBe(404)
})

test('an owner can change and delete the context fields of the project', async () => {
  const own = `${inProject}/cart`
  expect((await as.owner.put(own, { description: 'Things', project: 'shop' })).status).toBe(400)
  expect((await as.owner.put(own, { description: 'Things' })).status).toBe(200)
  expect((await as.owner.post(`${own}/legal-values`, { value: 'full' })).status).toBe(200)
  expect((await as.viewer.get(own)).body).toMatchObject({
    description: 'Things',
    legalValues: [{ value: 'full' }],
  })
  expect((await as.owner.delete(`${own}/legal-values/full`)).status).toBe(200)
  await makeFlag(db, 'ship', { environments: { production: { rules: [{ constraints: [on('cart')] }] } } })
  await makeFlag(db, 'send', {
    project: 'shop',
    environments: { production: { rules: [{ constraints: [on('cart')] }] } },
  })
  const { strategies } = (await as.viewer.get(`${own}/strategies`)).body
  expect(strategies).toMatchObject([{ featureName: 'ship', projectId: 'default' }])
  expect((await as.owner.delete(own)).status).toBe(409)
  await db.deleteFrom('rules').execute()
  expect((await as.owner.delete(own)).status).toBe(200)
  expect((await trail(db, 1))[0]).toMatchObject({ type: 'context-field-deleted', project: 'default' })
})

test('context fields and flags of a private project are hidden, also in usage counts', async () => {
  await makeProject(db, 'secret', { mode: 'private' })
  await as.admin.post('/api/admin/projects/secret/context', { name: 'agent' })
  await makeFlag(db, 'spy', {
    project: 'secret',
    environments: { production: { rules: [{ constraints: [on('userId')] }] } },
  })
  expect(names((await as.viewer.get(`${url}?include=project`)).body)).not.toContain('agent')
  expect(names((await as.editor.get(`${url}?include=project`)).body)).toContain('agent')
  expect((await as.viewer.get(`${url}/agent`)).status).toBe(404)
  expect((await as.viewer.get('/api/admin/projects/secret/context')).status).toBe(404)
  expect((await as.viewer.get(`${url}/userId`)).body.usedInFeatures).toBe(0)
  expect((await as.viewer.get(`${url}/userId/strategies`)).body.strategies).toEqual([])
  expect((await as.editor.get(`${url}/userId`)).body.usedInFeatures).toBe(1)
})
