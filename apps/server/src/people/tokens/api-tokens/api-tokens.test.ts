import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'

const { as, db, client } = await testApp({ UNLEASH_API_TOKENS_LIMIT: '9' })
const digest = (secret: string) => createHash('sha256').update(secret).digest('hex')
const published = (secret: string) =>
  db
    .selectFrom('published')
    .select(['doc', 'until_revision'])
    .where('kind', '=', 'token')
    .where('name', '=', digest(secret))
    .orderBy('from_revision')
    .execute()
const lastEvent = () =>
  db.selectFrom('events').selectAll().orderBy('revision', 'desc').limit(1).executeTakeFirstOrThrow()
let shop = ''

/** A user whose root role has exactly these permissions. */
async function holderOf(name: string, permissions: string[]) {
  const role = await db
    .insertInto('roles')
    .values({ name, type: 'root-custom' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('role_permissions')
    .values(permissions.map((permission) => ({ role_id: role.id, permission })))
    .execute()
  const user = await db
    .insertInto('users')
    .values({ username: name, root_role: role.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = `user:${name}-secret`
  await db
    .insertInto('personal_tokens')
    .values({
      user_id: user.id,
      description: 'tests',
      digest: Buffer.from(digest(token), 'hex'),
      expires_at: new Date(Date.now() + 1e9),
    })
    .execute()
  return client({ authorization: token })
}

beforeAll(async () => {
  await db.insertInto('projects').values({ id: 'other', name: 'Other' }).execute()
})

test('a new token shows its secret once and is published by its digest', async () => {
  const { status, body, headers } = await as.admin.post('/api/admin/api-tokens', {
    tokenName: 'shop',
    type: 'Client',
    environment: 'development',
    projects: ['default'],
  })
  expect(status).toBe(201)
  expect(headers.location).toBe('api-tokens')
  expect(body.secret).toMatch(/^default:development\.v2_[\w-]{22}_[\w-]{43}$/)
  expect(body).toMatchObject({
    tokenName: 'shop',
    type: 'client',
    project: 'default',
    projects: ['default'],
    secure: true,
    objectVersion: 1,
  })
  shop = body.secret
  expect(await published(body.secret)).toEqual([
    {
      doc: {
        type: 'backend',
        environment: 'development',
        name: 'shop',
        expiresAt: null,
        projects: ['default'],
      },
      until_revision: null,
    },
  ])
  const event = await lastEvent()
  expect(event).toMatchObject({ type: 'api-token-created', project: 'default', environment: 'development' })
  expect(JSON.stringify(event.data)).not.toContain(body.secret.slice(-43))

  const { body: list } = await as.editor.get('/api/admin/api-tokens/shop')
  expect(list.tokens).toHaveLength(1)
  expect(list.tokens[0].secret).toBe(`default:development.v2_${body.id}_…`)
})

test.each([
  ['a wildcard environment', { environment: '*' }],
  ['an unknown environment', { environment: 'moon' }],
  ['an unknown project', { projects: ['default', 'moon'] }],
  ['an empty list of projects', { projects: [] }],
  ['a blank name', { tokenName: ' ' }],
  ['the admin kind', { type: 'admin' }],
])('a token with %s is refused', async (_what, wrong) => {
  const token = { tokenName: 'x', type: 'frontend', ...wrong }
  expect((await as.admin.post('/api/admin/api-tokens', token)).status).toBe(400)
})

test('the response to creating a token has the type as it was sent, and lists have the name that old edges know', async () => {
  for (const type of ['backend', 'client', 'frontend']) {
    const { body } = await as.admin.post('/api/admin/api-tokens', { tokenName: `a ${type}`, type })
    expect(body.type).toBe(type)
    const { tokens } = (await as.admin.get('/api/admin/api-tokens')).body
    const listed = tokens.find(({ id }: { id: string }) => id === body.id)
    expect(listed.type).toBe(type === 'backend' ? 'client' : type)
    expect((await as.admin.delete(`/api/admin/api-tokens/${body.id}`)).status).toBe(200)
  }
})

test('a * among the projects means all projects', async () => {
  const { body } = await as.admin.post('/api/admin/api-tokens', {
    tokenName: 'all',
    type: 'frontend',
    projects: ['default', '*'],
  })
  expect(body).toMatchObject({ type: 'frontend', project: '*', projects: ['*'], environment: 'development' })
})

test('permissions for one token type do not give access to the other types', async () => {
  const frontend = await holderOf('fran', [
    'READ_FRONTEND_API_TOKEN',
    'CREATE_FRONTEND_API_TOKEN',
    'UPDATE_FRONTEND_API_TOKEN',
    'DELETE_FRONTEND_API_TOKEN',
  ])
  const { body } = await frontend.get('/api/admin/api-tokens')
  expect(new Set(body.tokens.map((token: { type: string }) => token.type))).toEqual(new Set(['frontend']))
  const refused = await frontend.post('/api/admin/api-tokens', { tokenName: 'x', type: 'backend' })
  expect(refused.status).toBe(403)
  expect(refused.body.permissions).toEqual(['CREATE_CLIENT_API_TOKEN'])
  const later = { expiresAt: '2040-01-01T00:00:00.000Z' }
  expect((await frontend.put(`/api/admin/api-tokens/${shop}`, later)).status).toBe(403)
  expect((await frontend.delete(`/api/admin/api-tokens/${shop}`)).status).toBe(403)
  expect((await as.viewer.get('/api/admin/api-tokens')).status).toBe(403)
  expect((await as.viewer.get('/api/admin/api-tokens/shop')).status).toBe(403)
  const all = await as.admin.get('/api/admin/api-tokens')
  expect(new Set(all.body.tokens.map((token: { type: string }) => token.type))).toEqual(
    new Set(['client', 'frontend', 'admin']),
  )
})

test('tokens of projects that the caller cannot see are hidden', async () => {
  await db.insertInto('projects').values({ id: 'secret', name: 'Secret', mode: 'private' }).execute()
  const reader = await holderOf('rita', ['READ_CLIENT_API_TOKEN', 'CREATE_CLIENT_API_TOKEN'])
  const hidden = await as.admin.post('/api/admin/api-tokens', {
    tokenName: 'hidden',
    type: 'client',
    project: 'secret',
  })
  expect(hidden.status).toBe(201)
  const names = async (who: typeof reader) =>
    (await who.get('/api/admin/api-tokens')).body.tokens.map((t: { tokenName: string }) => t.tokenName)
  expect(await names(reader)).not.toContain('hidden')
  expect(await names(as.editor)).toContain('hidden')
  const guess = await reader.post('/api/admin/api-tokens', {
    tokenName: 'x',
    type: 'client',
    project: 'secret',
  })
  expect(guess.status).toBe(400)
  expect(guess.body.details[0].message).toBe('The project secret does not exist.')
})

test('the expiry can be changed by secret, selector or masked secret', async () => {
  const selector = /v2_([\w-]{22})_/.exec(shop)?.[1] ?? ''
  const forms = [shop, selector, `default:development.v2_${selector}_…`]
  for (const [index, form] of forms.entries()) {
    const expiresAt = `203${index}-01-01T00:00:00.000Z`
    const path = `/api/admin/api-tokens/${encodeURIComponent(form)}`
    expect((await as.admin.put(path, { expiresAt })).status).toBe(200)
    expect((await published(shop)).at(-1)).toMatchObject({ doc: { expiresAt } })
  }
  expect((await lastEvent()).type).toBe('api-token-updated')
  const before = await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()
  await as.admin.put(`/api/admin/api-tokens/${selector}`, { expiresAt: '2032-01-01T00:00:00.000Z' })
  expect(await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()).toEqual(before)
  const unknown = await as.admin.put('/api/admin/api-tokens/nothing', { expiresAt: '2040-01-01T00:00:00Z' })
  expect(unknown.status).toBe(404)
})

test('a deleted token stops working at once, and deleting it again succeeds', async () => {
  expect((await as.admin.delete(`/api/admin/api-tokens/${shop}`)).status).toBe(200)
  expect((await published(shop)).every(({ until_revision }) => until_revision !== null)).toBe(true)
  expect((await as.admin.delete(`/api/admin/api-tokens/${shop}`)).status).toBe(200)
  expect((await lastEvent()).type).toBe('api-token-deleted')
})

test('members can manage only the tokens of their project', async () => {
  const path = '/api/admin/projects/default/api-tokens'
  const made = await as.member.post(path, { tokenName: 'ours', type: 'backend' })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ project: 'default', projects: ['default'] })
  expect((await as.viewer.post(path, { tokenName: 'x', type: 'backend' })).status).toBe(403)
  expect((await as.member.post('/api/admin/projects/other/api-tokens', {})).status).toBe(403)
  expect((await as.viewer.get(path)).status).toBe(403)
  expect((await as.admin.get('/api/admin/projects/moon/api-tokens')).status).toBe(404)

  const both = await as.admin.post('/api/admin/api-tokens', {
    tokenName: 'both',
    type: 'backend',
    projects: ['other', 'default'],
  })
  expect(both.body).toMatchObject({ project: '[]', projects: ['default', 'other'] })
  const { body } = await as.member.get(path)
  expect(body.tokens.map((token: { tokenName: string }) => token.tokenName)).toEqual(['both', 'ours'])

  expect((await as.member.delete(`${path}/${both.body.id}`)).status).toBe(400)
  const elsewhere = `/api/admin/projects/other/api-tokens/${made.body.id}`
  expect((await as.admin.delete(elsewhere)).status).toBe(404)
  expect((await as.member.delete(`${path}/${made.body.id}`)).status).toBe(200)
})

test('the number of tokens is limited', async () => {
  const token = { tokenName: 'many', type: 'backend' }
  const answers = []
  for (let i = 0; i < 5; i++) answers.push(await as.admin.post('/api/admin/api-tokens', token))
  expect(answers.at(-1)?.body).toMatchObject({ name: 'ExceedsLimitError', parameters: { limit: 9 } })
})
