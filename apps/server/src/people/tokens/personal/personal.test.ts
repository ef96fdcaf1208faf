import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'

const { as, db, actors, client } = await testApp()
const lastEvent = () =>
  db.selectFrom('events').selectAll().orderBy('revision', 'desc').limit(1).executeTakeFirstOrThrow()

test('a personal token acts for its owner and shows its secret once', async () => {
  const expiresAt = new Date(Date.now() + 1e9).toISOString()
  const { status, body, headers } = await as.editor.post('/api/admin/user/tokens', {
    description: 'laptop',
    expiresAt,
  })
  expect(status).toBe(201)
  expect(body.secret).toMatch(/^user:v2_[\w-]{22}_[\w-]{43}$/)
  expect(headers.location).toBe(`tokens/${body.id}`)
  expect(JSON.stringify(await lastEvent())).not.toContain(body.secret)

  const own = client({ authorization: `Bearer ${body.secret}` })
  const { body: list } = await own.get('/api/admin/user/tokens')
  expect(list.pats).toHaveLength(2)
  expect(list.pats[1]).toMatchObject({
    description: 'laptop',
    userId: actors.editor.id,
    seenAt: expect.any(String),
  })
  expect(list.pats[1]).not.toHaveProperty('secret')

  expect((await as.viewer.delete(`/api/admin/user/tokens/${body.id}`)).status).toBe(404)
  expect((await own.delete(`/api/admin/user/tokens/${body.id}`)).status).toBe(200)
  expect((await own.get('/api/admin/user/tokens')).status).toBe(401)
})

test('personal tokens need a description, an expiry and an account, and are limited to ten', async () => {
  const create = (description: string, expiresAt = new Date(Date.now() + 1e9).toISOString()) =>
    as.viewer.post('/api/admin/user/tokens', { description, expiresAt })
  expect((await create(' ')).status).toBe(400)
  expect((await create('late', '2020-01-01T00:00:00Z')).status).toBe(400)
  expect((await create('tests')).status).toBe(409)
  const answers = await Promise.all(Array.from({ length: 11 }, (_, i) => create(`t${i}`)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(9)
  expect(answers.find(({ status }) => status !== 201)?.body.name).toBe('OperationDeniedError')
  expect((await as.adminToken.get('/api/admin/user/tokens')).status).toBe(403)
  expect((await as.anonymous.get('/api/admin/user/tokens')).status).toBe(401)
})

test('a personal token cannot create one that is valid for longer than itself', async () => {
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const path = '/api/admin/user/tokens'
  const short = await as.editor.post(path, { description: 'short', expiresAt: at(1) })
  expect(short.status).toBe(201)
  const thief = client({ authorization: short.body.secret })
  const longer = await thief.post(path, { description: 'for ever', expiresAt: '2999-01-01T00:00:00Z' })
  expect(longer.status).toBe(400)
  expect(longer.body.message).toContain(short.body.expiresAt)
  expect((await thief.post(path, { description: 'shorter', expiresAt: at(0.5) })).status).toBe(201)
})
