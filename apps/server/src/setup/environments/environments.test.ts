import { expect, test } from 'vitest'
import { makeFlag, makeProject, makeToken, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const url = '/api/admin/environments'
const stage = { name: 'stage', type: 'preproduction' }

test('environments are listed in sort order with their usage counts', async () => {
  await makeFlag(db, 'on', { environments: { production: { enabled: true }, development: {} } })
  await makeFlag(db, 'gone', { archived: true, environments: { production: { enabled: true } } })
  await makeToken(db, 'one', 'production', ['default'])
  const { body } = await as.viewer.get(url)
  expect(body).toMatchObject({
    version: 1,
    environments: [
      { name: 'development', sortOrder: 2, projectCount: 1, enabledToggleCount: 0 },
      { name: 'production', sortOrder: 3, projectCount: 1, apiTokenCount: 1, enabledToggleCount: 1 },
    ],
  })
  expect((await as.anonymous.get(url)).status).toBe(401)
})

test('usage counts exclude projects that the viewer cannot see', async () => {
  await makeProject(db, 'secret', { mode: 'private' })
  await makeFlag(db, 'hidden', { project: 'secret', environments: { production: { enabled: true } } })
  await makeToken(db, 'two', 'production', ['secret'])
  const counts = async (who: 'viewer' | 'admin') => {
    const { projectCount, apiTokenCount, enabledToggleCount } = (await as[who].get(url)).body.environments[1]
    return [projectCount, apiTokenCount, enabledToggleCount]
  }
  expect(await counts('viewer')).toEqual([1, 1, 1])
  expect(await counts('admin')).toEqual([2, 2, 2])
  expect((await as.viewer.get(`${url}/project/secret`)).status).toBe(404)
})

test('creating an environment requires an administrator and a valid name that is not taken', async () => {
  expect((await as.editor.post(url, stage)).status).toBe(403)
  expect((await as.admin.post(url, { ...stage, name: 'a b' })).status).toBe(400)
  expect((await as.admin.post(url, { ...stage, name: '..' })).status).toBe(400)
  expect((await as.admin.post(url, { ...stage, type: ' ' })).status).toBe(400)
  const { status, body, headers } = await as.admin.post(url, stage)
  expect(status).toBe(201)
  expect(headers.location).toBe('environments/stage')
  expect(body).toEqual({
    ...stage,
    enabled: true,
    protected: false,
    sortOrder: 9999,
    requiredApprovals: null,
    objectVersion: 1,
  })
  expect((await as.admin.post(url, stage)).status).toBe(409)
  expect(await trail(db)).toMatchObject([{ type: 'environment-created', environment: 'stage', data: body }])
})

test('an environment name can be validated before it is used', async () => {
  expect((await as.admin.post(`${url}/validate`, { name: 'free' })).status).toBe(200)
  expect((await as.admin.post(`${url}/validate`, { name: 'stage' })).status).toBe(409)
  expect((await as.admin.post(`${url}/validate`, { name: 'a/b' })).status).toBe(400)
  expect((await as.editor.post(`${url}/validate`, { name: 'free' })).status).toBe(403)
})

test('an update changes the fields that are sent and keeps the others', async () => {
  const put = (body: unknown, headers = {}) => as.admin.put(`${url}/update/stage`, body, { headers })
  const { body } = await put({ type: 'test', requiredApprovals: 2 }, { 'if-match': '"1"' })
  expect(body).toMatchObject({ type: 'test', sortOrder: 9999, requiredApprovals: 2, objectVersion: 2 })
  expect((await put({ type: 'other' }, { 'if-match': '"1"' })).status).toBe(412)
  expect((await put({ requiredApprovals: null })).body).toMatchObject({
    requiredApprovals: null,
    type: 'test',
  })
  expect((await put({ type: '' })).status).toBe(400)
  expect((await as.admin.put(`${url}/update/nowhere`, {})).status).toBe(404)
  expect((await trail(db, 1))[0]).toMatchObject({
    type: 'environment-updated',
    pre_data: { requiredApprovals: 2 },
    data: { requiredApprovals: null },
  })
})

test('turning an environment on or off and sorting record an event only if something changed', async () => {
  const before = (await trail(db)).length
  expect((await as.admin.post(`${url}/stage/off`)).status).toBe(204)
  expect((await as.admin.post(`${url}/stage/off`)).status).toBe(204)
  expect((await as.admin.get(`${url}/stage`)).body.enabled).toBe(false)
  expect((await as.admin.post(`${url}/stage/on`)).status).toBe(204)
  expect((await as.admin.post(`${url}/nowhere/on`)).status).toBe(404)
  expect((await as.editor.post(`${url}/stage/off`)).status).toBe(403)
  expect((await as.admin.put(`${url}/sort-order`, { production: 1, development: 2 })).status).toBe(200)
  expect((await as.admin.put(`${url}/sort-order`, {})).status).toBe(200)
  expect((await as.admin.put(`${url}/sort-order`, { nowhere: 1 })).status).toBe(404)
  expect((await as.admin.get(url)).body.environments[0].name).toBe('production')
  const fresh = (await trail(db)).slice(before)
  expect(fresh.map((event) => [event.type, event.environment])).toEqual([
    ['environment-updated', 'stage'],
    ['environment-updated', 'stage'],
    ['environment-updated', 'production'],
  ])
  expect((await as.admin.get(`${url}/nowhere`)).status).toBe(404)
})

test('a project lists the environments it uses and those it could use', async () => {
  const { body } = await as.viewer.get(`${url}/project/default`)
  expect(body.environments).toMatchObject([
    { name: 'production', visible: true, projectApiTokenCount: 1, projectEnabledToggleCount: 1 },
    { name: 'development', visible: true, projectApiTokenCount: 2, projectEnabledToggleCount: 0 },
    { name: 'stage', visible: false, projectApiTokenCount: 0 },
  ])
  expect((await as.admin.get(`${url}/project/nowhere`)).status).toBe(404)
})

test('values that cannot be stored return 400', async () => {
  expect((await as.admin.put(`${url}/sort-order`, { production: 2 ** 40 })).status).toBe(400)
  expect((await as.admin.post(url, { ...stage, name: 'zero', type: 'a\u0000b' })).status).toBe(400)
  expect((await as.admin.get(`${url}/a%00b`)).status).toBe(400)
})

test('environments cannot be created above the limit', async () => {
  const { as } = await testApp({ UNLEASH_ENVIRONMENTS_LIMIT: '2' })
  const { status, body } = await as.admin.post(url, stage)
  expect([status, body.name]).toEqual([400, 'ExceedsLimitError'])
})
