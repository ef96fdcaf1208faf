import { expect, test } from 'vitest'
import { makeProject } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, client, db } = await testApp()
const manifest = '/openfeature/v0/manifest'
const features = '/api/admin/projects/default/features'
const keysOf = (body: { flags: { key: string }[] }) => body.flags.map(({ key }) => key)

test('the manifest has all visible flags with their types, in the format of the OpenFeature CLI', async () => {
  await makeProject(db, 'hidden', { mode: 'private' })
  const schema = { type: 'object', properties: { a: { type: 'integer' } } }
  await as.admin.post(features, { name: 'plain', description: 'A switch' })
  await as.admin.post(features, { name: 'colour', valueType: 'string', defaultValue: 'blue' })
  await as.admin.post(features, {
    name: 'big',
    valueType: 'object',
    defaultValue: { a: 1 },
    valueSchema: schema,
  })
  await as.admin.post(features, { name: 'gone', valueType: 'float', defaultValue: 0.5 })
  await as.admin.delete(`${features}/gone`)
  await as.admin.post('/api/admin/projects/hidden/features', { name: 'secret' })
  const { status, body, headers } = await as.viewer.get(manifest)
  expect([status, headers['x-manifest-capabilities']]).toEqual([200, 'read'])
  expect(body).toEqual({
    flags: [
      { key: 'big', name: 'big', type: 'object', defaultValue: { a: 1 }, schema },
      { key: 'colour', name: 'colour', type: 'string', defaultValue: 'blue' },
      { key: 'plain', name: 'plain', type: 'boolean', description: 'A switch', defaultValue: false },
    ],
  })
  expect(keysOf((await as.admin.get(`${manifest}?project=hidden`)).body)).toEqual(['secret'])
  expect(keysOf((await as.viewer.get(`${manifest}?project=hidden`)).body)).toEqual([])
})

test('details have the values of string flags', async () => {
  const variant = (name: string, value: string) => ({
    name,
    weight: 0,
    weightType: 'variable',
    stickiness: 'default',
    payload: { type: 'string', value },
  })
  await as.admin.post(`${features}/colour/environments/development/strategies`, {
    name: 'flexibleRollout',
    parameters: { rollout: '100' },
    variants: [variant('a', 'red'), variant('b', 'blue'), variant('c', 'red')],
  })
  const { flags } = (await as.viewer.get(`${manifest}?details=true`)).body
  expect(flags[1]).toMatchObject({
    project: 'default',
    kind: 'release',
    stale: false,
    values: ['blue', 'red'],
  })
  expect(flags[2]).not.toHaveProperty('values')
})

test('a pushed flag is off everywhere', async () => {
  const body = { key: 'pushed', type: 'integer', defaultValue: 3, description: 'Steps', name: 'Ignored' }
  const created = await as.admin.post(`${manifest}/flags`, body)
  expect([created.status, created.headers['x-manifest-capabilities']]).toEqual([201, 'read,write'])
  expect(created.body).toEqual({
    flag: { ...body, name: 'pushed' },
    updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  const { environments, project } = (await as.admin.get(`${features}/pushed`)).body
  expect([project, environments.map(({ enabled }: { enabled: boolean }) => enabled)]).toEqual([
    'default',
    [false, false],
  ])
})

test('pushing what was pulled changes nothing', async () => {
  const { flags } = (await as.admin.get(manifest)).body
  for (const { key, type, defaultValue, description } of flags) {
    const body = { key, type, defaultValue, ...(description ? { description } : {}) }
    const before = (await as.admin.get('/api/admin/events')).body.totalEvents
    expect((await as.admin.put(`${manifest}/flags/${key}`, body)).status).toBe(200)
    expect((await as.admin.get('/api/admin/events')).body.totalEvents).toBe(before)
  }
  expect((await as.admin.get(manifest)).body.flags).toEqual(flags)
})

test('an update replaces type, default and description', async () => {
  const put = (body: object, key = 'pushed') => as.admin.put(`${manifest}/flags/${key}`, body)
  expect((await put({ key: 'pushed', type: 'boolean', defaultValue: true })).body.flag).toEqual({
    key: 'pushed',
    name: 'pushed',
    type: 'boolean',
    defaultValue: true,
  })
  expect((await put({ key: 'pushed', type: 'boolean' })).body.flag.defaultValue).toBe(true)
  const refused = await put({ key: 'colour', type: 'integer', defaultValue: 1 }, 'colour')
  expect([refused.status, refused.body.error.details[0].field]).toEqual([
    400,
    '/environments/development/variants/a/payload',
  ])
})

const error = (status: number) => ({
  error: { status, message: expect.any(String), details: expect.any(Array) },
})

test('errors have the format of the sync API', async () => {
  const post = (body: object, who = as.admin) => who.post(`${manifest}/flags`, body)
  const flag = { key: 'plain', type: 'boolean', defaultValue: false }
  const answers = [
    [409, await post(flag)],
    [409, await post({ ...flag, key: 'gone' })],
    [409, await as.admin.put(`${manifest}/flags/gone`, { ...flag, key: 'gone' })],
    [400, await as.admin.put(`${manifest}/flags/colour`, flag)],
    [404, await as.member.put(`${manifest}/flags/secret`, { ...flag, key: 'secret' })],
    [404, await as.admin.put(`${manifest}/flags/unknown`, { ...flag, key: 'unknown' })],
    [400, await post({ key: 'half', type: 'string' })],
    [400, await post({ key: 'half', type: 'text', defaultValue: '' })],
    [400, await post({ key: 'a b', type: 'boolean', defaultValue: false })],
    [403, await post({ ...flag, key: 'viewed' }, as.viewer)],
    [401, await client({}).get(manifest)],
    [401, await client({ authorization: 'Bearer user:wrong' }).get(manifest)],
  ] as const
  for (const [status, answer] of answers) {
    expect(answer.body).toMatchObject(error(status))
    expect(answer.status).toBe(status)
  }
})

test('a token for one project creates flags there; otherwise the project must be clear', async () => {
  await makeProject(db, 'shop')
  const created = await as.admin.post(`${manifest}/flags?project=shop`, {
    key: 'in-shop',
    type: 'boolean',
    defaultValue: false,
  })
  expect(created.status).toBe(201)
  expect((await as.admin.get('/api/admin/projects/shop/features/in-shop')).status).toBe(200)
  const member = await as.member.post(`${manifest}/flags`, {
    key: 'of-member',
    type: 'boolean',
    defaultValue: false,
  })
  expect(member.status).toBe(201)
})
