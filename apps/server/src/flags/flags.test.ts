import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'

const { as, db } = await testApp({ FEATURE_FLAGS_LIMIT: '40' })
const project = '/api/admin/projects/default'
const features = `${project}/features`

const trail = async (flag: string) =>
  (await db.selectFrom('events').select('type').where('flag', '=', flag).orderBy('revision').execute()).map(
    (event) => event.type,
  )
const live = async (flag: string) =>
  db
    .selectFrom('published')
    .select(['environment', 'doc', 'meta'])
    .where('kind', '=', 'flag')
    .where('name', '=', flag)
    .where('until_revision', 'is', null)
    .orderBy('environment')
    .execute()

test('a new flag is off in every environment of its project, recorded and published', async () => {
  const { status, body } = await as.member.post(features, { name: 'checkout', description: 'new checkout' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ name: 'checkout', type: 'release', project: 'default', objectVersion: 1 })
  const read = await as.viewer.get(`${features}/checkout`)
  expect(read.headers.etag).toBe('W/"1"')
  expect(read.body).toMatchObject({
    enabled: false,
    createdBy: { name: 'max' },
    lifecycle: { stage: 'initial', enteredStageAt: body.createdAt },
    collaborators: { users: [{ name: 'max' }] },
    dependencies: [],
    children: [],
    links: [],
    favorite: false,
  })
  expect(read.body.environments).toMatchObject([
    { name: 'development', enabled: false, sortOrder: 2, strategies: [], variants: [], yes: 0, no: 0 },
    { name: 'production', enabled: false, sortOrder: 3, lastSeenAt: null },
  ])
  expect(await trail('checkout')).toEqual(['feature-created'])
  expect(await live('checkout')).toMatchObject([
    { environment: '*', doc: { name: 'checkout', enabled: false, description: 'new checkout' } },
  ])
})

test('a flag has its evaluation counts of the last hour, the same as in search', async () => {
  await sql`insert into usage_hours (hour, environment, app, flag, variant, writer, yes, no) values
    (date_trunc('hour', now()), 'development', 'a', 'checkout', '', 1, 5, 1),
    (date_trunc('hour', now()), 'development', 'b', 'checkout', '', 2, 2, 0),
    (date_trunc('hour', now()), 'development', 'b', 'checkout', 'red', 1, 9, 9),
    (date_trunc('hour', now()), 'production', 'b', 'checkout', '', 1, 0, 3),
    (now() - interval '2 hours', 'development', 'a', 'checkout', '', 1, 9, 9)`.execute(db)
  const { body } = await as.viewer.get(`${features}/checkout`)
  expect(body.environments).toMatchObject([
    { name: 'development', yes: 7, no: 1 },
    { name: 'production', yes: 0, no: 3 },
  ])
  const one = await as.viewer.get(`${features}/checkout/environments/development`)
  expect(one.body).toMatchObject({ yes: 7, no: 1 })
})

test('flag names must be free, URL-safe and at most 100 characters long', async () => {
  const validate = (name: string, projectId?: string) =>
    as.viewer.post('/api/admin/features/validate', { name, ...(projectId ? { projectId } : {}) })
  expect((await validate('free')).status).toBe(200)
  expect((await validate('__proto__')).status).toBe(200)
  expect((await validate('checkout')).status).toBe(409)
  for (const name of ['', '.', '..', 'with blank', 'ümlaut', 'a/b', '\ud800', 'x'.repeat(101)]) {
    expect((await validate(name)).status, name).toBe(400)
    expect((await as.admin.post(features, { name })).status, name).toBe(400)
  }
  expect((await validate('free', 'nowhere')).status).toBe(404)
  expect((await as.admin.post(features, { name: 'checkout' })).status).toBe(409)
})

test('a flag can have the name of an Object.prototype property', async () => {
  expect((await as.admin.post(features, { name: '__proto__' })).status).toBe(201)
  expect((await as.admin.get(`${features}/__proto__`)).body.name).toBe('__proto__')
  expect((await as.admin.post(features, { name: 'constructor' })).status).toBe(201)
})

test('the naming pattern of a project must match the whole name', async () => {
  await db
    .updateTable('projects')
    .set({ naming_pattern: '(team-a|team-b)-.+', naming_example: 'team-a-search' })
    .where('id', '=', 'default')
    .execute()
  const refused = await as.admin.post(features, { name: 'x-team-a-search' })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ name: 'PatternError' })
  expect(refused.body.message).toContain('team-a-search')
  const check = { name: 'nobody-search', projectId: 'default' }
  expect((await as.viewer.post('/api/admin/features/validate', check)).status).toBe(400)
  expect((await as.admin.post(features, { name: 'team-a-search' })).status).toBe(201)
  await db.updateTable('projects').set({ naming_pattern: '(a+)+$' }).where('id', '=', 'default').execute()
  // A backtracking regex engine would not finish within the test timeout.
  expect((await as.admin.post(features, { name: `${'a'.repeat(90)}!` })).status).toBe(400)
  await db
    .updateTable('projects')
    .set({ naming_pattern: null, naming_example: null })
    .where('id', '=', 'default')
    .execute()
})

test('a flag can be created with tags: new values are created, unknown tag types are refused', async () => {
  const tags = [
    { type: 'simple', value: 'web' },
    { type: 'simple', value: ' api ' },
    { type: 'simple', value: 'web' },
  ]
  expect((await as.admin.post(features, { name: 'tagged', tags })).status).toBe(201)
  expect((await as.viewer.get(`${features}/tagged`)).body.tags).toMatchObject([
    { type: 'simple', value: 'api' },
    { type: 'simple', value: 'web' },
  ])
  expect(await trail('tagged')).toEqual(['feature-created', 'feature-tagged', 'feature-tagged'])
  expect((await live('tagged'))[0]?.meta).toMatchObject({
    tags: [
      ['simple', 'api'],
      ['simple', 'web'],
    ],
  })
  const foreign = { name: 'untagged', tags: [{ type: 'nosuch', value: 'web' }] }
  expect((await as.admin.post(features, foreign)).status).toBe(400)
  expect((await as.viewer.get(`${features}/untagged`)).status).toBe(404)
})

test('creating a flag requires the permission in an existing project', async () => {
  expect((await as.viewer.post(features, { name: 'mine' })).status).toBe(403)
  expect((await as.admin.post('/api/admin/projects/nowhere/features', { name: 'mine' })).status).toBe(404)
  expect((await as.admin.post(features, { name: 'mine', type: 'unknown' })).status).toBe(400)
})

test('a flag can be updated, and an update without changes records nothing', async () => {
  const url = `${features}/checkout`
  const change = { description: 'checkout 2', type: 'experiment', impressionData: true, archived: true }
  const { status, body } = await as.member.put(url, change, { headers: { 'if-match': '"1"' } })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    description: 'checkout 2',
    type: 'experiment',
    archived: false,
    objectVersion: 2,
  })
  expect((await as.member.put(url, change)).body.objectVersion).toBe(2)
  const late = await as.member.put(url, { type: 'release' }, { headers: { 'if-match': 'W/"1"' } })
  expect(late.status).toBe(412)
  expect(late.body.current).toMatchObject({ name: 'checkout', objectVersion: 2 })
  expect(await trail('checkout')).toEqual(['feature-created', 'feature-metadata-updated'])
  expect((await live('checkout'))[0]?.doc).toMatchObject({ description: 'checkout 2', impressionData: true })
  expect((await as.member.put(url, { description: null })).body.description).toBeNull()
  await as.member.put(url, { description: 'checkout 3' })
  expect((await as.viewer.put(url, change)).status).toBe(403)
  expect((await as.admin.put(`${features}/unknown`, change)).status).toBe(404)
})

test('a flag can be patched, except for its variants, its name and prototype properties', async () => {
  const url = `${features}/checkout`
  const patch = (path: string, value: unknown, op = 'replace') => as.member.patch(url, [{ op, path, value }])
  expect((await patch('/stale', true)).body).toMatchObject({ stale: true, objectVersion: 5 })
  expect((await trail('checkout')).at(-1)).toBe('feature-stale-on')
  expect((await patch('/description', undefined, 'remove')).body.description).toBeNull()
  const variants = await patch('/variants', [], 'add')
  expect([variants.status, variants.body.name]).toEqual([403, 'OperationDeniedError'])
  expect((await patch('/variants/0', {}, 'add')).status).toBe(403)
  expect((await patch('/name', 'other')).status).toBe(400)
  expect((await patch('/archived', true)).status).toBe(400)
  expect((await patch('/type', 'nosuch')).status).toBe(400)
  expect((await patch('/__proto__/stale', true, 'add')).status).toBe(400)
  expect((await patch('', 1)).status).toBe(400)
  expect((await as.member.patch(url, { stale: false })).status).toBe(400)
  expect((await as.viewer.patch(url, [])).status).toBe(403)
})

test('several flags can be marked as stale at once, and only changed ones are recorded', async () => {
  const mark = (stale: boolean, flags: string[]) =>
    as.member.post(`${project}/stale`, { features: flags, stale })
  expect((await mark(true, ['checkout', 'tagged'])).status).toBe(202)
  expect(await trail('tagged')).toContain('feature-stale-on')
  expect((await trail('checkout')).filter((type) => type === 'feature-stale-on')).toHaveLength(1)
  expect((await mark(false, ['checkout', 'tagged'])).status).toBe(202)
  expect((await live('tagged'))[0]?.doc).toMatchObject({ stale: false })
  expect((await mark(true, ['tagged', 'unknown'])).status).toBe(404)
  expect((await as.viewer.post(`${project}/stale`, { features: [], stale: true })).status).toBe(403)
})

test('the flag list of a project shows rules and excludes archived flags', async () => {
  await as.admin.post(`${features}/tagged/environments/development/strategies`, {
    name: 'default',
    disabled: true,
  })
  const { body } = await as.viewer.get(features)
  expect(body.version).toBe(2)
  expect(body.features.map((flag: { name: string }) => flag.name)).toEqual([
    '__proto__',
    'checkout',
    'constructor',
    'tagged',
    'team-a-search',
  ])
  expect(body.features[3]).toMatchObject({
    tags: [{ value: 'api' }, { value: 'web' }],
    environments: [
      { name: 'development', hasStrategies: true, hasEnabledStrategies: false, variantCount: 0 },
      { name: 'production', hasStrategies: false },
    ],
  })
  expect((await as.viewer.get(`${features}?namePrefix=tag`)).body.features).toMatchObject([
    { name: 'tagged' },
  ])
  expect((await as.viewer.get('/api/admin/projects/nowhere/features')).status).toBe(404)
  expect((await as.anonymous.get(features)).status).toBe(401)
})

test('a flag is found only in its own project, and not if that project is hidden', async () => {
  await db.insertInto('projects').values({ id: 'secret', name: 'Secret', mode: 'private' }).execute()
  await db.insertInto('projects').values({ id: 'other', name: 'Other' }).execute()
  await as.admin.post('/api/admin/projects/secret/features', { name: 'hidden' })
  const elsewhere = await as.viewer.get('/api/admin/projects/other/features/checkout')
  expect(elsewhere.status).toBe(404)
  expect(elsewhere.body.message).toContain('default')
  expect((await as.viewer.get('/api/admin/projects/secret/features/hidden')).status).toBe(404)
  expect((await as.viewer.get(`${features}/hidden`)).body.message).not.toContain('secret')
  expect((await as.viewer.get(`${features}/checkout/environments/nowhere`)).status).toBe(404)
  expect((await as.viewer.get(`${features}/checkout/environments/production`)).body).toMatchObject({
    name: 'checkout',
    featureName: 'checkout',
    type: 'production',
  })
})

test('flags cannot be created above the limits of the project and the installation', async () => {
  await db.updateTable('projects').set({ feature_limit: 1 }).where('id', '=', 'other').execute()
  const other = '/api/admin/projects/other/features'
  const answers = await Promise.all(['one', 'two', 'three'].map((name) => as.admin.post(other, { name })))
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 403, 403])
  for (let left = 40 - 7; left > 0; left--) await as.admin.post(features, { name: `filler-${left}` })
  const full = await as.admin.post(features, { name: 'one-too-many' })
  expect(full.status).toBe(400)
  expect(full.body).toMatchObject({ name: 'ExceedsLimitError', parameters: { limit: 40 } })
})
