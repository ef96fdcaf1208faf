import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { trail } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'

const { as, db, client } = await testApp({ UNLEASH_API_TOKENS_LIMIT: '20' })
const url = '/api/admin/api-tokens/adopt'
const random = 'b7d2c5e09a1f4e6d8c3b2a1908f7e6d5c4b3a291'
const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const adopt = (body: object) => as.admin.post(url, { name: 'brought along', type: 'backend', ...body })
const listed = async (name: string) =>
  (await as.admin.get(`/api/admin/api-tokens/${encodeURIComponent(name)}`)).body.tokens

beforeAll(async () => {
  await db.insertInto('projects').values({ id: 'shop', name: 'Shop' }).execute()
  for (const project of ['default', 'shop'])
    await as.admin.post(`/api/admin/projects/${project}/features`, { name: `flag-of-${project}` })
})

test.each([
  ['one project', `shop:development.${random}`, {}, ['shop']],
  ['all projects', `*:development.${random}`, {}, ['*']],
  ['a list of projects', `[]:development.${random}`, { projects: ['shop', 'default'] }, ['default', 'shop']],
])('an adopted token for %s keeps working with the same secret', async (_what, secret, more, projects) => {
  const features = () => client({ authorization: secret }).get('/api/client/features')
  expect((await features()).status).toBe(401)
  const { status, body } = await adopt({ name: secret, secret, ...more })
  expect(status).toBe(201)
  expect(body).toMatchObject({ tokenName: secret, type: 'client', environment: 'development', projects })
  await expect.poll(async () => (await features()).status).toBe(200)
  const names = (await features()).body.features.map((flag: { name: string }) => flag.name).sort()
  expect(names).toEqual(
    projects.includes('shop') && projects.length === 1
      ? ['flag-of-shop']
      : ['flag-of-default', 'flag-of-shop'],
  )
  expect((await trail(db, 1))[0]).toMatchObject({ type: 'api-token-created', data: { projects } })
})

test('the secret of an adopted token is not in the response, the list or the database', async () => {
  const secret = `default:production.${random}`
  const { body } = await adopt({ name: 'hidden', secret, type: 'frontend' })
  expect(body.secret).toBe(`default:production.…${random.slice(-4)}`)
  expect((await listed('hidden'))[0]).toMatchObject({ secret: body.secret, type: 'frontend' })
  const rows = await db.selectFrom('api_tokens').selectAll().where('name', '=', 'hidden').execute()
  expect(rows[0]?.digest.toString('hex')).toBe(digest(secret))
  expect(JSON.stringify([rows, await trail(db, 1)])).not.toContain(random)
})

test('a token can be adopted by its digest, without sending the secret', async () => {
  const secret = `[]:development.digest-only-${random}`
  const reach = { environment: 'development', projects: ['shop', 'default'] }
  const { status, body } = await adopt({ digest: digest(secret), masked: '[]:development.…a291', ...reach })
  expect(status).toBe(201)
  expect(body.secret).toBe('[]:development.…a291')
  const features = () => client({ authorization: secret }).get('/api/client/features')
  await expect.poll(async () => (await features()).status).toBe(200)
  const other = await adopt({ digest: digest('another'), environment: 'development', projects: ['*'] })
  expect(other.body.secret).toBe('*:development.…')
})

test('a Flagstaff token keeps its selector when it is adopted', async () => {
  const { body: made } = await as.admin.post('/api/admin/api-tokens', {
    tokenName: 'moving',
    type: 'backend',
  })
  await as.admin.delete(`/api/admin/api-tokens/${made.id}`)
  const { body } = await adopt({ name: 'moved', secret: made.secret })
  expect(body.id).toBe(made.id)
})

test('the same token cannot be adopted twice', async () => {
  const secret = `default:development.twice-${random}`
  expect((await adopt({ secret })).status).toBe(201)
  const again = await adopt({ secret, name: 'again' })
  expect(again).toMatchObject({ status: 409, body: { name: 'ConflictError' } })
  const byDigest = { digest: digest(secret), environment: 'development', projects: ['default'] }
  expect((await adopt(byDigest)).status).toBe(409)
})

test.each([
  ['no form we know', { secret: 'nothing' }, 'project:environment.secret'],
  ['a list of projects that is not given', { secret: `[]:development.${random}` }, 'projects'],
  [
    'projects that its text contradicts',
    { secret: `shop:development.1${random}`, projects: ['default'] },
    'shop',
  ],
  [
    'an environment that its text contradicts',
    { secret: `*:development.1${random}`, environment: 'production' },
    'development',
  ],
  ['an unknown project', { secret: `moon:development.${random}` }, 'moon'],
  ['an unknown environment', { secret: `*:moon.${random}` }, 'moon'],
  ['the form of an admin token', { secret: `*:*.${random}` }, 'Admin tokens'],
  ['both its text and a digest', { secret: `*:development.${random}`, digest: digest('x') }, 'either'],
  ['neither its text nor a digest', {}, 'either'],
  ['a digest and no environment', { digest: digest('x'), projects: ['*'] }, 'environment'],
  ['a digest and no projects', { digest: digest('x'), environment: 'development' }, 'projects'],
  [
    'a masked form of another scope',
    { digest: digest('x'), environment: 'development', projects: ['*'], masked: 'shop:development.…' },
    'masked',
  ],
  [
    'a masked form that is the secret',
    { digest: digest('x'), environment: 'development', projects: ['*'], masked: `*:development.${random}` },
    'masked',
  ],
  ['a blank name', { name: ' ', secret: `*:development.2${random}` }, 'name'],
])('adopting a token with %s is refused', async (_what, body, message) => {
  const answer = await adopt(body)
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain(message)
})

test('adopting a token needs the permission to create one of its type', async () => {
  const body = { name: 'x', secret: `default:development.3${random}` }
  expect((await as.viewer.post(url, { ...body, type: 'backend' })).status).toBe(403)
  expect((await as.member.post(url, { ...body, type: 'backend' })).status).toBe(403)
  expect((await as.anonymous.post(url, { ...body, type: 'backend' })).status).toBe(401)
  expect((await adopt({ ...body, type: 'admin' })).status).toBe(400)
})

test('adopting a token can be undone', async () => {
  const { headers } = await adopt({ name: 'undone', secret: `default:development.4${random}` })
  expect(await listed('undone')).toHaveLength(1)
  expect((await as.admin.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBe(204)
  expect(await listed('undone')).toHaveLength(0)
})

test('creating a token with a given secret is refused, and the error points to the adopt route', async () => {
  const token = { tokenName: 'x', type: 'backend', secret: `default:development.5${random}` }
  for (const path of ['/api/admin/api-tokens', '/api/admin/projects/default/api-tokens']) {
    const { status, body } = await as.admin.post(path, token)
    expect(status).toBe(400)
    expect(body.message).toContain('/api/admin/api-tokens/adopt')
  }
})
