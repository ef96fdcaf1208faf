import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { accountsOf, patch, person, provider } from '../../../../test/scim.ts'

const kit = await testApp()
const { as, db, client } = kit
const idp = await provider(kit)
const users = '/scim/Users'
const { eventsAfter, newest, accountOf, create } = accountsOf(kit, idp)

test('a new account is a viewer without a password, and its event names SCIM as the actor', async () => {
  const before = await newest()
  const { status, body, headers } = await idp.post(users, person('grace@navy.mil', { externalId: 'okta-1' }))
  expect(status).toBe(201)
  expect(headers['content-type']).toBe('application/scim+json; charset=utf-8')
  expect(headers.location).toBe(`http://localhost:4242/scim/Users/${body.id}`)
  expect(body).toEqual({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id: body.id,
    externalId: 'okta-1',
    userName: 'grace@navy.mil',
    name: { formatted: 'Grace Hopper', givenName: 'Grace', familyName: 'Hopper' },
    displayName: 'Grace Hopper',
    emails: [{ value: 'grace@navy.mil', type: 'work', primary: true }],
    active: true,
    groups: [],
    meta: {
      resourceType: 'User',
      created: expect.any(String),
      lastModified: expect.any(String),
      location: headers.location,
    },
  })
  expect(await accountOf('grace@navy.mil')).toMatchObject({
    root_role: 3,
    password_hash: null,
    name: 'Grace Hopper',
    username: null,
    scim_id: body.id,
    external_id: 'okta-1',
  })
  expect(await eventsAfter(before)).toMatchObject([
    {
      type: 'user-created',
      actor_type: 'scim',
      actor_name: 'SCIM',
      data: { email: 'grace@navy.mil', rootRole: 3 },
    },
  ])
  expect((await idp.get(`/scim/v2/Users/${body.id}`)).body).toEqual(body)
})

test('provisioning ends the access of a stranger who signed up with the address of the person', async () => {
  const link = await as.admin.post('/api/admin/invite-link/tokens', {
    name: 'for all',
    expiresAt: new Date(Date.now() + 60_000),
  })
  const stranger = { name: 'Stranger', email: 'owner@navy.mil', password: 'Not-the-owner-7' }
  expect((await as.anonymous.post(`/invite/${link.body.secret}/signup`, stranger)).status).toBe(201)
  const login = () =>
    as.anonymous.post('/auth/simple/login', { username: stranger.email, password: stranger.password })
  const session = String((await login()).headers['set-cookie']).split(';')[0] ?? ''
  expect((await idp.post(users, person('owner@navy.mil'))).status).toBe(201)
  expect((await login()).status).toBe(401)
  expect((await client({ cookie: session }).get('/api/admin/user')).status).toBe(401)
})

test('creating an account with a taken userName or email address is a conflict', async () => {
  for (const again of [
    person('GRACE@navy.mil'),
    person('grace', { emails: [{ value: 'Grace@Navy.mil' }] }),
  ]) {
    const { status, body } = await idp.post(users, again)
    expect(status).toBe(409)
    expect(body).toMatchObject({ scimType: 'uniqueness', status: '409' })
  }
})

test('deactivating an account ends its sessions and tokens; reactivating restores it as a viewer', async () => {
  const { id } = await create('leaver@example.com')
  const account = await accountOf('leaver@example.com')
  const userId = account?.id ?? 0
  await db.updateTable('users').set({ root_role: 2 }).where('id', '=', userId).execute()
  const { digestOf } = await import('../../tokens/index.ts')
  await db
    .insertInto('personal_tokens')
    .values({
      user_id: userId,
      description: 't',
      digest: digestOf('user:leaver'),
      expires_at: new Date(Date.now() + 1e9),
    })
    .execute()
  await db
    .insertInto('sessions')
    .values({ digest: digestOf('leaving-session'), user_id: userId, expires_at: new Date(Date.now() + 1e9) })
    .execute()
  const byToken = client({ authorization: 'user:leaver' })
  const bySession = client({ cookie: 'flagstaff-session=leaving-session' })
  expect((await byToken.get('/api/admin/user')).status).toBe(200)
  expect((await bySession.get('/api/admin/user')).status).toBe(200)

  const before = await newest()
  const ended = await idp.patch(`${users}/${id}`, patch({ op: 'replace', path: 'active', value: false }))
  expect(ended.body.active).toBe(false)
  expect((await byToken.get('/api/admin/user')).status).toBe(401)
  expect((await bySession.get('/api/admin/user')).status).toBe(401)
  expect(await eventsAfter(before)).toMatchObject([{ type: 'user-deleted', actor_type: 'scim' }])
  expect((await idp.get(`${users}/${id}`)).body.active).toBe(false)
  expect((await idp.get(`${users}?filter=userName eq "leaver@example.com"`)).body.totalResults).toBe(1)
  expect((await idp.post(users, person('leaver@example.com'))).status).toBe(409)

  const back = await idp.patch(`${users}/${id}`, patch({ op: 'replace', path: 'active', value: true }))
  expect(back.body).toMatchObject({ id, active: true })
  expect(await accountOf('leaver@example.com')).toMatchObject({ id: userId, root_role: 3, deleted_at: null })
  expect((await byToken.get('/api/admin/user')).status).toBe(401)
})

test('an account renamed while deactivated is restored under its new name', async () => {
  const { id } = await create('away@example.com', { active: false })
  expect(await accountOf('away@example.com')).toMatchObject({ deleted_at: expect.any(Date) })
  await idp.put(`${users}/${id}`, person('back@example.com', { active: false }))
  const { body } = await idp.put(
    `${users}/${id}`,
    person('back@example.com', { active: true, displayName: 'Back' }),
  )
  expect(body).toMatchObject({ id, userName: 'back@example.com', displayName: 'Back', active: true })
  expect(await accountOf('back@example.com')).toMatchObject({ name: 'Back', deleted_at: null })
})

test('an account cannot be reactivated if its email address is taken', async () => {
  const { id } = await create('shared@example.com', { active: false })
  await as.admin.post('/api/admin/user-admin', { email: 'shared@example.com', rootRole: 3, sendEmail: false })
  const { status, body } = await idp.patch(
    `${users}/${id}`,
    patch({ op: 'replace', path: 'active', value: true }),
  )
  expect(status).toBe(409)
  expect(body.scimType).toBe('uniqueness')
  expect((await idp.get(`${users}/${id}`)).body.active).toBe(false)
})

test('a PUT without active leaves the account active or deactivated', async () => {
  const { id } = await create('still@example.com', { active: false })
  const { active: _, ...silent } = person('still@example.com')
  expect((await idp.put(`${users}/${id}`, silent)).body.active).toBe(false)
})

test('an account cannot be renamed to a taken userName or email address', async () => {
  const { id } = await create('mover@example.com')
  for (const wanted of ['grace@navy.mil', 'ada@example.com']) {
    const { status, body } = await idp.put(`${users}/${id}`, person(wanted))
    expect(status).toBe(409)
    expect(body.scimType).toBe('uniqueness')
  }
  expect((await idp.get(`${users}/${id}`)).body.userName).toBe('mover@example.com')
})

test('deleting an account frees its name and keeps its events', async () => {
  const { id } = await create('gone@example.com')
  const userId = (await accountOf('gone@example.com'))?.id
  const { status, body } = await idp.delete(`${users}/${id}`)
  expect([status, body]).toEqual([204, ''])
  expect((await idp.get(`${users}/${id}`)).status).toBe(404)
  expect((await idp.delete(`${users}/${id}`)).status).toBe(404)
  const again = await create('gone@example.com')
  expect(again.id).not.toBe(id)
  expect((await accountOf('gone@example.com'))?.id).not.toBe(userId)
  expect(
    await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId ?? 0)
      .executeTakeFirst(),
  ).toEqual({
    email: 'gone@example.com',
  })
})

test('an account deleted in Flagstaff is missing for SCIM too, and can be created again', async () => {
  const { id } = await create('byhand@example.com')
  await as.admin.post('/api/admin/scim-settings', { enabled: false })
  const userId = (await accountOf('byhand@example.com'))?.id
  expect((await as.admin.delete(`/api/admin/user-admin/${userId}`)).status).toBe(200)
  await as.admin.post('/api/admin/scim-settings', { enabled: true })
  expect((await idp.get(`${users}/${id}`)).status).toBe(404)
  expect((await idp.post(users, person('byhand@example.com'))).status).toBe(201)
})

test('accounts managed by SCIM cannot be changed in Flagstaff while SCIM is on', async () => {
  await create('kept@example.com')
  const userId = (await accountOf('kept@example.com'))?.id
  expect((await as.admin.put(`/api/admin/user-admin/${userId}`, { name: 'Other' })).status).toBe(403)
  expect((await as.admin.delete(`/api/admin/user-admin/${userId}`)).status).toBe(403)
  expect((await idp.get(`${users}?filter=userName eq "kept@example.com"`)).body.Resources[0].active).toBe(
    true,
  )
})

test('provisioning is refused in maintenance mode', async () => {
  await as.admin.post('/api/admin/maintenance', { enabled: true })
  expect((await idp.post(users, person('later@example.com'))).status).toBe(503)
  await as.admin.post('/api/admin/maintenance', { enabled: false })
  expect((await idp.post(users, person('later@example.com'))).status).toBe(201)
})
