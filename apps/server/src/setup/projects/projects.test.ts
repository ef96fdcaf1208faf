import { expect, test } from 'vitest'
import { makeFlag, makeProject, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db, actors } = await testApp()
const url = '/api/admin/projects'
const overview = async (id: string) => (await as.admin.get(`${url}/${id}/overview`)).body

test('the creator of a project becomes its owner, and the id is derived from the name', async () => {
  const { status, body, headers } = await as.editor.post(url, { name: 'Web Shop', description: 'ours' })
  expect(status).toBe(201)
  expect(headers.location).toBe('projects/web-shop')
  expect(body).toEqual({
    id: 'web-shop',
    name: 'Web Shop',
    description: 'ours',
    mode: 'open',
    defaultStickiness: 'default',
    featureLimit: null,
    environments: ['development', 'production'],
  })
  expect((await as.editor.post(url, { name: 'Web shop' })).body.id).toBe('web-shop-1')
  const members = await db
    .selectFrom('project_members')
    .selectAll()
    .where('project', '=', 'web-shop')
    .execute()
  expect(members).toMatchObject([{ user_id: actors.editor.id, role_id: 4 }])
  expect(await trail(db)).toMatchObject([
    {
      type: 'project-created',
      project: 'web-shop',
      data: { id: 'web-shop', environments: body.environments },
    },
    { type: 'project-created', project: 'web-shop-1' },
  ])
})

test('a project without a description has no such field when it is created and listed', async () => {
  const created = await as.admin.post('/api/admin/projects', { id: 'plain', name: 'Plain' })
  expect(created.status).toBe(201)
  const { projects } = (await as.admin.get('/api/admin/projects')).body
  const listed = projects.find(({ id }: { id: string }) => id === 'plain')
  for (const answer of [created.body, listed]) {
    expect(answer.name).toBe('Plain')
    expect(answer).not.toHaveProperty('description')
  }
})

test('a project created with an admin token has no owner', async () => {
  const { body } = await as.adminToken.post(url, { name: 'Tokens', id: 'made-by-token' })
  expect(body.id).toBe('made-by-token')
  const { projects } = (await as.viewer.get(url)).body
  const found = projects.find(({ id }: { id: string }) => id === 'made-by-token')
  expect(found).toMatchObject({ owners: [{ ownerType: 'system' }], memberCount: 0 })
})

test.each([
  ['a taken id', { name: 'x', id: 'default' }, 409],
  ['an odd id', { name: 'x', id: 'a b' }, 400],
  ['a blank name', { name: '  ' }, 400],
  ['a name of markup alone', { name: '<br>' }, 400],
  ['an unknown environment', { name: 'x', environments: ['nowhere'] }, 400],
  ['an unknown stickiness', { name: 'x', defaultStickiness: 'nothing' }, 400],
  ['a context field that does not stick', { name: 'x', defaultStickiness: 'appName' }, 400],
  [
    'a review in an environment that the project does not use',
    { name: 'x', environments: ['development'], changeRequestEnvironments: [{ name: 'production' }] },
    400,
  ],
])('creating a project is refused for %s', async (_what, body, status) => {
  expect((await as.admin.post(url, body)).status).toBe(status)
})

test('creating a project needs permission', async () => {
  expect((await as.owner.post(url, { name: 'mine' })).status).toBe(403)
  expect((await as.owner.post(`${url}/validate`, { id: 'mine' })).status).toBe(403)
})

test('an id can be validated before it is used', async () => {
  expect((await as.editor.post(`${url}/validate`, { id: 'free' })).status).toBe(200)
  expect((await as.editor.post(`${url}/validate`, { id: 'default' })).status).toBe(409)
  expect((await as.editor.post(`${url}/validate`, { id: 'a/b' })).status).toBe(400)
})

test('an update keeps omitted fields, and a stale If-Match is refused', async () => {
  const put = (body: unknown, headers = {}) => as.owner.put(`${url}/default`, body, { headers })
  const before = await overview('default')
  const etag = { 'if-match': `"${before.objectVersion}"` }
  expect((await put({ name: 'Main', featureLimit: 10, mode: 'protected' }, etag)).status).toBe(200)
  expect(await overview('default')).toMatchObject({
    name: 'Main',
    featureLimit: 10,
    mode: 'protected',
    description: before.description,
    objectVersion: before.objectVersion + 1,
  })
  expect((await put({ name: 'Late' }, etag)).status).toBe(412)
  expect((await put({ name: 'Main' })).status).toBe(200)
  expect((await put({ name: 'Main', featureLimit: null, defaultStickiness: 'sessionId' })).status).toBe(200)
  expect(await overview('default')).toMatchObject({ featureLimit: null, defaultStickiness: 'sessionId' })
  expect((await put({ name: 'Main', defaultStickiness: 'nothing' })).status).toBe(400)
  expect((await as.member.put(`${url}/default`, { name: 'x' })).status).toBe(403)
  expect((await as.admin.put(`${url}/nowhere`, { name: 'x' })).status).toBe(404)
  expect(await trail(db, 2)).toMatchObject([
    { type: 'project-updated', data: { name: 'Main' }, pre_data: { name: 'Default' } },
    { type: 'project-updated', data: { featureLimit: null }, pre_data: { featureLimit: 10 } },
  ])
})

test('project settings contain mode, naming pattern and link templates', async () => {
  const put = (body: unknown) => as.owner.put(`${url}/default/settings`, body)
  const settings = {
    mode: 'open',
    featureNaming: { pattern: '[a-z]+-\\d+', example: 'a-1', description: 'letters and a number' },
    linkTemplates: [{ title: 'Issue', urlTemplate: 'https://issues.example.com/{{feature}}' }],
  }
  expect((await put(settings)).status).toBe(200)
  expect(await overview('default')).toMatchObject(settings)
  expect((await put({ featureNaming: { pattern: '(' } })).status).toBe(400)
  const long = { pattern: 'a+', example: 'a'.repeat(101) }
  expect((await put({ featureNaming: long })).status).toBe(400)
  expect((await put({ linkTemplates: [{ urlTemplate: 'javascript:alert(1)' }] })).status).toBe(400)
  expect((await put({ featureNaming: { pattern: null } })).status).toBe(200)
  expect(await overview('default')).toMatchObject({
    featureNaming: { pattern: null, example: null, description: null },
    linkTemplates: settings.linkTemplates,
  })
  expect((await as.member.put(`${url}/default/settings`, {})).status).toBe(403)
})

test('the project list counts flags, members and owners', async () => {
  await makeFlag(db, 'one', { seen: true })
  await makeFlag(db, 'two', { stale: true })
  await makeFlag(db, 'gone', { archived: true })
  const { body } = await as.viewer.get(url)
  const main = body.projects.find(({ id }: { id: string }) => id === 'default')
  expect(main).toMatchObject({
    name: 'Main',
    featureCount: 2,
    staleFeatureCount: 1,
    potentiallyStaleFeatureCount: 0,
    health: 50,
    technicalDebt: 50,
    memberCount: 2,
    owners: [{ ownerType: 'user', name: 'olga', email: 'olga@example.com' }],
    favorite: false,
    archivedAt: null,
  })
  expect(main.lastReportedFlagUsage).toBeTruthy()
  expect(main.lastUpdatedAt).toBeTruthy()
  expect((await as.anonymous.get(url)).status).toBe(401)
})

test('the overview shows environments, flag types and onboarding status', async () => {
  expect(await overview('default')).toMatchObject({
    version: 1,
    members: 2,
    health: 50,
    environments: [{ environment: 'development' }, { environment: 'production' }],
    featureTypeCounts: [{ type: 'release', count: 2 }],
    onboardingStatus: { status: 'onboarded' },
  })
  await makeFlag(db, 'first', { project: 'web-shop' })
  expect((await overview('web-shop')).onboardingStatus).toEqual({
    status: 'first-flag-created',
    feature: 'first',
  })
  expect((await overview('web-shop-1')).onboardingStatus).toEqual({ status: 'onboarding-started' })
  expect((await as.viewer.get(`${url}/nowhere/overview`)).status).toBe(404)
})

test('a private project is only visible to its members, editors and administrators', async () => {
  await makeProject(db, 'secret', { mode: 'private' })
  const ids = async (who: 'viewer' | 'editor') =>
    (await as[who].get(url)).body.projects.map(({ id }: { id: string }) => id)
  expect(await ids('viewer')).not.toContain('secret')
  expect(await ids('editor')).toContain('secret')
  expect((await as.viewer.get(`${url}/secret/overview`)).status).toBe(404)
  expect((await as.viewer.put(`${url}/secret`, { name: 'x' })).status).toBe(404)
  await db
    .insertInto('project_members')
    .values({ project: 'secret', user_id: actors.viewer.id, role_id: 6 })
    .execute()
  expect(await ids('viewer')).toContain('secret')
  expect((await as.viewer.get(`${url}/secret/overview`)).status).toBe(200)
})

test('the project list has pages and a search, within what the caller can see', async () => {
  for (const id of ['page-a', 'page-b', 'page-c']) await makeProject(db, id)
  await makeProject(db, 'page-bb', { mode: 'private' })
  await makeFlag(db, 'on-page-b', { project: 'page-b' })
  const list = async (query: string, who: 'viewer' | 'admin' = 'viewer') => {
    const { body } = await as[who].get(`${url}?${query}`)
    return [body.projects.map(({ id }: { id: string }) => id).join(' '), body.total]
  }
  expect(await list('query=PAGE-&limit=2')).toEqual(['page-a page-b', 3])
  expect(await list('query=page-&limit=2&offset=2')).toEqual(['page-c', 3])
  expect(await list('query=page-&limit=2&offset=4')).toEqual(['', 3])
  expect(await list('query=page-&limit=3', 'admin')).toEqual(['page-a page-b page-bb', 4])
  expect(await list('query=page-b')).toEqual(['page-b', undefined])
  expect(await list('query=page_b&limit=2')).toEqual(['', 0])
  expect(await list('query=page-&archived=true&limit=2')).toEqual(['', 0])
  const { body } = await as.viewer.get(`${url}?query=page-b&limit=1`)
  expect(body.projects[0]).toMatchObject({ id: 'page-b', featureCount: 1 })
  expect((await as.viewer.get(`${url}?limit=0`)).status).toBe(400)
})

test('the number of projects is limited', async () => {
  const { as } = await testApp({ UNLEASH_PROJECTS_LIMIT: '1' })
  const { status, body } = await as.admin.post(url, { name: 'one more' })
  expect([status, body.name]).toEqual([400, 'ExceedsLimitError'])
})
