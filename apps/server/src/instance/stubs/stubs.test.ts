import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { expect, inject, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

/** The ports of all connections that this process opens from here on. */
const ports = new Set<number | undefined>()
const remember = (message: unknown) => {
  const { socket } = message as { socket: Socket }
  socket.once('connect', () => ports.add(socket.remotePort))
}
subscribe('net.client.socket', remember)

const { as, db, actors } = await testApp()
const me = async (client = as.viewer) => (await client.get('/api/admin/user')).body

test('splash screens are remembered for the account', async () => {
  const { status, body } = await as.viewer.post('/api/admin/splash/welcome')
  expect(status).toBe(200)
  expect(body).toEqual({ userId: actors.viewer.id, splashId: 'welcome', seen: true })
  expect((await me()).splash).toEqual({ welcome: true })
  expect((await me(as.admin)).splash).toEqual({})
  expect((await as.anonymous.post('/api/admin/splash/welcome')).status).toBe(401)
  expect((await as.adminToken.post('/api/admin/splash/welcome')).status).toBe(403)
  expect((await as.viewer.post(`/api/admin/splash/${'x'.repeat(101)}`)).status).toBe(400)
})

test('answers to feedback prompts are remembered for the account', async () => {
  const made = await as.viewer.post('/api/admin/feedback', { feedbackId: 'rules', neverShow: true })
  expect(made.body).toMatchObject({ userId: actors.viewer.id, feedbackId: 'rules', neverShow: true })
  expect((await me()).feedback).toEqual([made.body])
  const given = '2026-01-02T03:04:05.000Z'
  const changed = await as.viewer.put('/api/admin/feedback/rules', { neverShow: false, given })
  expect(changed.body).toEqual({ userId: actors.viewer.id, feedbackId: 'rules', neverShow: false, given })
  expect((await me()).feedback).toEqual([changed.body])
  expect((await as.viewer.post('/api/admin/feedback', {})).status).toBe(400)
  expect((await as.viewer.put('/api/admin/feedback/rules', { neverShow: 'perhaps' })).status).toBe(400)
})

test('an account has at most 200 marks', async () => {
  await db
    .insertInto('user_marks')
    .values(
      Array.from({ length: 200 }, (_, index) => ({
        user_id: actors.member.id,
        kind: 'splash',
        id: `${index}`,
        value: '{}',
      })),
    )
    .execute()
  expect((await as.member.post('/api/admin/splash/7')).status).toBe(200)
  expect((await as.member.post('/api/admin/splash/one-more')).status).toBe(400)
  expect(Object.keys((await me(as.member)).splash)).toHaveLength(200)
})

test('feedback is stored for administrators, without a name', async () => {
  const given = { category: 'rules', difficultyScore: 6, positive: 'The preview' }
  const { status, body } = await as.viewer.post('/feedback', given)
  expect(status).toBe(200)
  expect(body).toMatchObject({ ...given, userType: null, areasForImprovement: null })
  await as.editor.post('/feedback', { category: 'flags' })
  const { body: list } = await as.admin.get('/api/admin/feedback')
  expect(list.map(({ category }: { category: string }) => category)).toEqual(['flags', 'rules'])
  expect(JSON.stringify(list)).not.toContain('vera')
  expect((await as.viewer.get('/api/admin/feedback')).status).toBe(403)
  expect((await as.anonymous.post('/feedback', given)).status).toBe(401)
  expect((await as.viewer.post('/feedback', {})).status).toBe(400)
  expect((await as.viewer.post('/feedback', { category: 'x', difficultyScore: 8 })).status).toBe(400)
})

test('an account can write ten feedback texts in a minute', async () => {
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => as.owner.post('/feedback', { category: 'many' })),
  )
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
})

test('errors of browsers are accepted', async () => {
  const error = { errorMessage: 'oops', errorStack: 'at x' }
  expect((await as.viewer.post('/api/admin/record-ui-error', error)).status).toBe(204)
  expect((await as.viewer.post('/api/admin/record-ui-error', {})).status).toBe(400)
  expect((await as.anonymous.post('/api/admin/record-ui-error', error)).status).toBe(401)
})

test('no licence is needed, and tokens are not stored', async () => {
  const { body } = await as.viewer.get('/api/admin/license')
  expect(body).toMatchObject({ isValid: true, type: 'self-hosted', plan: 'flagstaff', resources: {} })
  expect(body.instanceId).toMatch(/^[0-9a-f-]{36}$/)
  expect((await as.viewer.get('/api/admin/license/check')).body).toEqual({ isValid: true })
  const put = await as.admin.post('/api/admin/license', { token: 'secret' })
  expect([put.status, put.body]).toEqual([201, body])
  expect((await as.viewer.post('/api/admin/license', { token: 'secret' })).status).toBe(403)
  expect((await as.admin.post('/api/admin/license', {})).status).toBe(400)
  expect((await as.anonymous.get('/api/admin/license')).status).toBe(401)
  expect((await as.anonymous.get('/api/admin/license/check')).status).toBe(401)
})

test('telemetry is off, and the server connects only to its database', async () => {
  expect((await as.viewer.get('/api/admin/telemetry/settings')).body).toEqual({
    versionInfoCollectionEnabled: false,
    featureInfoCollectionEnabled: false,
  })
  expect((await as.anonymous.get('/api/admin/telemetry/settings')).status).toBe(401)
  await as.admin.get('/api/admin/instance-admin/statistics')
  unsubscribe('net.client.socket', remember)
  // A connection through a file has no port.
  const { port } = new URL(inject('postgres'))
  expect(ports.size).toBe(1)
  expect([undefined, Number(port || 5432)]).toEqual(expect.arrayContaining([...ports]))
})
