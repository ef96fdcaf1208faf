import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { requestAccess } from './commands.ts'

const { app, as, db } = await testApp()
const path = '/api/admin/user-access-requests'
const ask = (email: string) => requestAccess(app.handles.write, email, '192.0.2.1')
const list = async () => (await as.admin.get(path)).body.userAccessRequests
const lastEvent = () =>
  db.selectFrom('events').selectAll().orderBy('revision', 'desc').limit(1).executeTakeFirst()

test('repeated attempts create only one access request', async () => {
  await Promise.all([ask('grace@navy'), ask('GRACE@navy'), ask('grace@navy')])
  const requests = await list()
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({
    id: expect.stringMatching(/^\w{26}$/),
    requestedAt: expect.any(String),
  })
  expect(await lastEvent()).toMatchObject({
    type: 'user-access-request-registered',
    actor_type: 'system',
    ip: '192.0.2.1',
  })
  await expect(ask('nowhere')).rejects.toThrow('not an email address')
  expect((await as.editor.get(path)).status).toBe(403)
})

test('an administrator approves an access request with a role, once', async () => {
  const [{ id, email }] = await list()
  const approve = (rootRole: number) => as.admin.post(`${path}/${id}/approve`, { rootRole })
  expect((await as.editor.post(`${path}/${id}/approve`, { rootRole: 1 })).status).toBe(403)
  expect((await approve(99)).status).toBe(400)
  const both = await Promise.all([approve(2), approve(2)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(await list()).toEqual([])
  expect(await lastEvent()).toMatchObject({ type: 'user-access-request-approved', data: { email } })
  const { body } = await as.admin.get('/api/admin/user-admin')
  expect(body.users.at(-1)).toMatchObject({ email, rootRole: 2 })
})

test('an access request cannot be approved if its email address already has an account', async () => {
  await ask('ada@example.com')
  const [{ id }] = await list()
  expect((await as.admin.post(`${path}/${id}/approve`, { rootRole: 3 })).status).toBe(409)
  expect(await list()).toHaveLength(1)
})

test('an administrator rejects an access request, and the person can ask again', async () => {
  const [{ id, email }] = await list()
  expect((await as.editor.delete(`${path}/${id}`)).status).toBe(403)
  expect((await as.admin.delete(`${path}/${id}`)).status).toBe(200)
  expect(await lastEvent()).toMatchObject({ type: 'user-access-request-rejected', pre_data: { id, email } })
  expect((await as.admin.delete(`${path}/${id}`)).status).toBe(404)
  await ask(email)
  expect(await list()).toHaveLength(1)
})
