import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const { as, db, actors } = await testApp({ CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000' })
const users = '/api/admin/user-admin'
const events = async () =>
  db.selectFrom('events').select(['type', 'data', 'pre_data']).orderBy('revision', 'desc').limit(1).execute()

test('a new account gets a link to choose a password', async () => {
  const { status, body, headers } = await as.admin.post(users, {
    email: 'grace@navy',
    name: 'Grace',
    rootRole: 'Editor',
    sendEmail: true,
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    email: 'grace@navy',
    name: 'Grace',
    rootRole: 2,
    emailSent: false,
    objectVersion: 1,
  })
  expect(body.inviteLink).toMatch(/^http:\/\/localhost:4242\/new-user\?token=[\w-]{43}$/)
  expect(headers.location).toBe(String(body.id))
  expect(await events()).toEqual([
    {
      type: 'user-created',
      data: { id: body.id, email: 'grace@navy', name: 'Grace', rootRole: 2 },
      pre_data: null,
    },
  ])
})

test('an empty name and an empty user name are left out of every response', async () => {
  const created = await as.admin.post('/api/admin/user-admin', { email: 'nameless@navy', rootRole: 3 })
  const path = `/api/admin/user-admin/${created.body.id}`
  const { users } = (await as.admin.get('/api/admin/user-admin')).body
  const answers = [
    created.body,
    (await as.admin.get(path)).body,
    (await as.admin.put(path, { email: 'nameless@army' })).body,
    users.find(({ id }: { id: number }) => id === created.body.id),
  ]
  for (const answer of answers) {
    expect(answer).not.toHaveProperty('name')
    expect(answer).not.toHaveProperty('username')
  }
  expect((await as.admin.delete(path)).status).toBe(200)
})

test.each([
  ['neither name nor address', {}],
  ['an invalid email address', { email: 'nowhere' }],
  ['a taken address', { email: 'ADA@example.com' }],
  ['a taken name', { username: 'Ada' }],
  ['an unknown role', { username: 'x', rootRole: 99 }],
  ['a role of projects', { username: 'x', rootRole: 'Owner' }],
  ['a weak password', { username: 'x', password: 'unleash4all' }],
])('an account with %s is refused', async (_what, wrong) => {
  expect((await as.admin.post(users, { rootRole: 3, ...wrong })).status).toBe(400)
})

test('administrators see all account details, others only the names for pickers', async () => {
  const { body } = await as.admin.get(users)
  expect(body.users.map((user: { username: string }) => user.username)).toContain('vera')
  expect(body.users[0]).toMatchObject({ activeSessions: 0, accountType: 'User' })
  expect(body.rootRoles.map((role: { name: string }) => role.name)).toEqual(['Admin', 'Editor', 'Viewer'])
  for (const path of [
    '',
    '/admin-count',
    '/inactive',
    `/${actors.admin.id}`,
    `/${actors.admin.id}/permissions`,
  ]) {
    expect((await as.editor.get(`${users}${path}`)).status).toBe(403)
  }
  const picked = await as.viewer.get(`${users}/access`)
  expect(picked.body.groups).toEqual([])
  expect(Object.keys(picked.body.users[0]).sort()).toEqual([
    'accountType',
    'email',
    'id',
    'imageUrl',
    'name',
    'username',
  ])
  expect((await as.anonymous.get(`${users}/access`)).status).toBe(401)
})

test('every signed-in user can read the names of the administrators', async () => {
  const read = async () => (await as.viewer.get(`${users}/administrators`)).body
  const { total } = await read()
  const ids: number[] = []
  for (const account of [
    { name: 'Åsa Admin', email: 'asa@navy' },
    { name: 'boss@navy', email: 'boss@navy' },
    { email: 'nameless@navy' },
  ]) {
    const { body } = await as.admin.post(users, { ...account, rootRole: 'Admin' })
    ids.push(body.id)
  }
  const body = await read()
  expect(body.total).toBe(total + 3)
  expect(body.names).toContain('Åsa Admin')
  expect(body.names).not.toContain('vera')
  expect(JSON.stringify(body)).not.toContain('@')
  expect(Object.keys(body).sort()).toEqual(['names', 'total'])
  expect((await as.anonymous.get(`${users}/administrators`)).status).toBe(401)
  for (const id of ids) await as.admin.delete(`${users}/${id}`)
  expect((await read()).total).toBe(total)
})

test('at most five administrators are named', async () => {
  const ids: number[] = []
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
    const { body } = await as.admin.post(users, { name, username: name, rootRole: 'Admin' })
    ids.push(body.id)
  }
  const { names, total } = (await as.viewer.get(`${users}/administrators`)).body
  expect(names).toHaveLength(5)
  expect(total).toBeGreaterThan(5)
  for (const id of ids) await as.admin.delete(`${users}/${id}`)
})

test('user search needs two characters and escapes wildcards', async () => {
  const search = async (q: string) =>
    (await as.viewer.get(`${users}/search?q=${encodeURIComponent(q)}`)).body.map(
      (user: { username: string }) => user.username,
    )
  expect(await search('a')).toEqual([])
  expect(await search('AD')).toEqual(['ada'])
  expect(await search('%%')).toEqual([])
  expect((await as.anonymous.get(`${users}/search?q=ad`)).status).toBe(401)
})

test('an account can be renamed and promoted, and a stale If-Match is refused', async () => {
  const { id } = actors.viewer
  const put = (body: object, headers = {}) => as.admin.put(`${users}/${id}`, body, { headers })
  const { status, body } = await put({ name: 'Vera R.', rootRole: 2 }, { 'if-match': 'W/"1"' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: 'Vera R.', email: 'vera@example.com', rootRole: 2, objectVersion: 2 })
  expect(await events()).toMatchObject([
    { type: 'user-updated', data: { name: 'Vera R.', rootRole: 2 }, pre_data: { name: 'vera', rootRole: 3 } },
  ])
  const late = await put({ name: 'V.' }, { 'if-match': '"1"' })
  expect(late.status).toBe(412)
  expect(late.body.current).toMatchObject({ objectVersion: 2 })
  expect((await put({ email: 'max@example.com' })).status).toBe(400)
  expect((await put({ rootRole: 'Viewer' })).status).toBe(200)
  expect((await as.editor.put(`${users}/${id}`, { rootRole: 1 })).status).toBe(403)
  expect((await as.admin.put(`${users}/999`, { name: 'x' })).status).toBe(404)
})

test('the last administrator cannot be removed, and users cannot delete themselves', async () => {
  const { id } = actors.admin
  expect((await as.admin.delete(`${users}/${id}`)).body.message).toContain('your own account')
  expect((await as.adminToken.delete(`${users}/${id}`)).body.message).toContain('last administrator')
  expect((await as.admin.put(`${users}/${id}`, { rootRole: 'Viewer' })).status).toBe(403)
  const { body } = await as.admin.get(`${users}/admin-count`)
  expect(body).toEqual({ password: 0, noPassword: 1, service: 0 })

  await db.updateTable('users').set({ root_role: 1 }).where('id', '=', actors.editor.id).execute()
  const both = await Promise.all([
    as.admin.put(`${users}/${actors.editor.id}`, { rootRole: 3 }),
    as.editor.put(`${users}/${id}`, { rootRole: 3 }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  await db.updateTable('users').set({ root_role: 1 }).where('id', '=', id).execute()
  await db.updateTable('users').set({ root_role: 2 }).where('id', '=', actors.editor.id).execute()
})

test('a deleted account loses access and stays in the event log', async () => {
  const { id } = actors.member
  await db
    .insertInto('sessions')
    .values({ digest: Buffer.from('x'), user_id: id, expires_at: new Date(Date.now() + 1e6) })
    .execute()
  expect((await as.member.get('/api/admin/user')).status).toBe(200)
  expect((await as.admin.delete(`${users}/${id}`)).status).toBe(200)
  expect((await as.member.get('/api/admin/user')).status).toBe(401)
  for (const table of ['sessions', 'personal_tokens', 'project_members'] as const) {
    expect(await db.selectFrom(table).selectAll().where('user_id', '=', id).execute()).toEqual([])
  }
  expect(await events()).toMatchObject([{ type: 'user-deleted', pre_data: { username: 'max' } }])
  expect((await as.admin.get(`${users}/${id}`)).status).toBe(404)
  expect((await as.admin.delete(`${users}/${id}`)).status).toBe(404)
  expect((await as.admin.post(users, { username: 'max', rootRole: 3 })).status).toBe(201)
  expect((await as.admin.get(`${users}/99999999999`)).status).toBe(400)
})

test('accounts inactive for half a year can be deleted in bulk', async () => {
  const old = new Date(Date.now() - 200 * 86_400_000)
  const make = async (name: string) => (await as.admin.post(users, { username: name, rootRole: 3 })).body.id
  const [gone, busy] = [await make('gone'), await make('busy')]
  await db.updateTable('users').set({ created_at: old }).where('id', 'in', [gone, busy]).execute()
  await db
    .insertInto('personal_tokens')
    .values({
      user_id: busy,
      description: 'x',
      digest: Buffer.from('y'),
      expires_at: new Date(Date.now() + 1e9),
      seen_at: new Date(),
    })
    .execute()
  const list = await as.admin.get(`${users}/inactive`)
  expect(list.body).toMatchObject({
    version: 1,
    inactiveUsers: [{ id: gone, username: 'gone', patSeenAt: null }],
  })
  expect(list.body.inactiveUsers).toHaveLength(1)
  expect((await as.admin.post(`${users}/inactive/delete`, { ids: [gone, busy] })).status).toBe(400)
  expect((await as.admin.post(`${users}/inactive/delete`, { ids: [gone] })).status).toBe(200)
  expect((await as.admin.get(`${users}/${gone}`)).status).toBe(404)
  expect((await as.admin.get(`${users}/${busy}`)).status).toBe(200)
})

test('every caller can read its own account and permissions', async () => {
  const { body } = await as.owner.get('/api/admin/user')
  expect(body.user).toMatchObject({ id: actors.owner.id, username: 'olga', rootRole: 3 })
  expect(body.permissions).toContainEqual({ permission: 'UPDATE_PROJECT', project: 'default' })
  expect(body.permissions).toContainEqual({
    permission: 'UPDATE_FEATURE_ENVIRONMENT',
    project: 'default',
    environment: '*',
  })
  expect((await as.admin.get('/api/admin/user')).body.permissions).toEqual([{ permission: 'ADMIN' }])
  const token = await as.adminToken.get('/api/admin/user')
  expect(token.body).toMatchObject({
    user: { id: -42, permissions: ['ADMIN'] },
    permissions: [{ permission: 'ADMIN' }],
  })
  expect((await as.anonymous.get('/api/admin/user')).body).toMatchObject({ name: 'AuthenticationRequired' })

  const profile = await as.owner.get('/api/admin/user/profile')
  expect(profile.body).toMatchObject({
    rootRole: { name: 'Viewer' },
    projects: ['default'],
    canChangePassword: false,
  })
  expect((await as.adminToken.get('/api/admin/user/profile')).status).toBe(403)
})

test('the permission overview lists what an account can do in a project and environment', async () => {
  const { body } = await as.admin.get(
    `${users}/${actors.owner.id}/permissions?project=default&environment=production`,
  )
  const holds = (list: { name: string; hasPermission: boolean }[], name: string) =>
    list.find((one) => one.name === name)?.hasPermission
  expect(holds(body.overview.root, 'CREATE_PROJECT')).toBe(false)
  expect(holds(body.overview.project, 'UPDATE_PROJECT')).toBe(true)
  expect(holds(body.overview.environment, 'UPDATE_FEATURE_ENVIRONMENT')).toBe(true)
  expect(body).toMatchObject({ user: { username: 'olga' }, rootRole: { name: 'Viewer' } })
  expect(body.projectRoles[0]).toMatchObject({ name: 'Owner', project: 'default' })
  const elsewhere = await as.admin.get(`${users}/${actors.owner.id}/permissions?project=other`)
  expect(holds(elsewhere.body.overview.project, 'UPDATE_PROJECT')).toBe(false)
  expect((await as.admin.get(`${users}/999/permissions`)).status).toBe(404)
})

test('the permission overview explains which role and group grant a permission, and where', async () => {
  const { id } = (
    await as.admin.post('/api/admin/groups', {
      name: 'Payments',
      rootRole: 2,
      users: [{ user: { id: actors.viewer.id } }],
    })
  ).body
  await as.admin.put(`/api/admin/projects/default/groups/${id}/roles`, { roles: [4] })
  const group = { id, name: 'Payments' }
  const owner = { role: { id: 4, name: 'Owner', type: 'project' }, project: 'default', group }
  const look = (place: string) => as.admin.get(`${users}/${actors.viewer.id}/permissions?${place}`)
  const { body } = await look('project=default&environment=production')
  const find = (list: { name: string }[], name: string) => list.find((one) => one.name === name)
  expect(find(body.overview.project, 'DELETE_PROJECT')).toMatchObject({
    hasPermission: true,
    granted: [owner, { role: { name: 'Editor' }, project: 'default', group }],
  })
  expect(find(body.overview.environment, 'UPDATE_FEATURE_ENVIRONMENT')).toMatchObject({
    environment: 'production',
    granted: [owner, { role: { name: 'Editor' }, group }],
  })
  expect(find(body.overview.root, 'CREATE_PROJECT')).toMatchObject({
    granted: [{ role: { id: 2, name: 'Editor', type: 'root' }, group }],
  })
  expect(find(body.overview.root, 'ADMIN')).toMatchObject({ hasPermission: false, granted: [] })
  expect(body.overview.groups).toMatchObject([{ name: 'Payments', rootRole: 2 }])
  expect(body.projectRoles).toMatchObject([{ name: 'Owner', project: 'default' }])
  const elsewhere = (await look('project=other')).body
  expect(find(elsewhere.overview.project, 'DELETE_PROJECT')).toMatchObject({ granted: [] })
})

test('the permission overview of service accounts has a separate route', async () => {
  const { id } = await db
    .insertInto('users')
    .values({ username: 'robot', name: 'Robot', root_role: 1, is_service: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { body } = await as.admin.get(`/api/admin/service-account/${id}/permissions`)
  expect(body.overview.root[0]).toMatchObject({ name: 'ADMIN', granted: [{ role: { name: 'Admin' } }] })
  expect((await as.admin.get(`${users}/${id}/permissions`)).status).toBe(404)
  const person = `/api/admin/service-account/${actors.viewer.id}/permissions`
  expect((await as.admin.get(person)).status).toBe(404)
  expect((await as.editor.get(person)).status).toBe(403)
})

test('the access overview lists all accounts, and can be exported as CSV', async () => {
  const url = '/api/admin/access/overview'
  await db.updateTable('users').set({ name: '=cmd()' }).where('id', '=', actors.viewer.id).execute()
  const { body } = await as.admin.get(url)
  expect(body.overview.find(({ userId }: { userId: number }) => userId === actors.viewer.id)).toMatchObject({
    userName: '=cmd()',
    userEmail: 'vera@example.com',
    rootRole: 'Viewer',
    groups: ['Payments'],
    accessibleProjects: ['default'],
  })
  expect(body.overview.map(({ userName }: { userName: string }) => userName)).not.toContain('Robot')
  const table = await as.admin.get(url, { headers: { accept: 'text/csv' } })
  expect(table.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [head, ...lines] = String(table.body).split('\r\n')
  expect(head).toBe('userId,userName,userEmail,rootRole,groups,accessibleProjects,createdAt,lastSeen')
  expect(lines.find((line) => line.includes('vera'))).toContain(
    ",'=cmd(),vera@example.com,Viewer,Payments,default,",
  )
  expect((await as.editor.get(url)).status).toBe(403)
})

test('deleting an account with a stale If-Match is refused', async () => {
  const created = await as.admin.post('/api/admin/user-admin', { username: 'promoted', rootRole: 3 })
  const address = `/api/admin/user-admin/${created.body.id}`
  await as.admin.put(address, { rootRole: 2 })
  const late = await as.admin.delete(address, { headers: { 'if-match': '"1"' } })
  expect([late.status, late.body.current]).toMatchObject([412, { username: 'promoted', objectVersion: 2 }])
  expect((await as.admin.delete(address, { headers: { 'if-match': '"2"' } })).status).toBe(200)
})
