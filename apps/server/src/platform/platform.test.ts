import { wordsFor } from '@flagstaff/contract/patterns'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'
import { createSegment, deleteSegment } from '../setup/segments/commands.ts'
import { followEvents, follower, registerFollower } from './background/follower.ts'
import { system } from './write/actor.ts'
import { executeOrder, type Order } from './write/commands.ts'

const { app, as, db, actors, client } = await testApp({ BASE_URI_PATH: '/flags' })
const { write } = app.handles
const segments = '/flags/api/admin/segments'
const count = async (table: 'events' | 'segments') =>
  (
    await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

test('all routes are below the base path, and repeated slashes are collapsed', async () => {
  expect((await as.admin.get(segments)).status).toBe(200)
  expect((await as.admin.get('/flags//api///admin/segments')).status).toBe(200)
  expect((await as.admin.get('/api/admin/segments')).status).toBe(404)
  expect((await as.anonymous.get('/flags/health')).body).toEqual({ health: 'GOOD' })
  await expect
    .poll(async () => (await as.anonymous.get('/flags/ready')).body)
    .toMatchObject({ health: 'GOOD', database: 'up' })
  const { body } = await as.anonymous.get('/flags/docs/openapi.json')
  expect(body.paths['/api/admin/segments'].post.operationId).toBe('createSegment')
  expect(body.components.schemas.adminSegmentSchema.properties.name).toEqual({ type: 'string' })
})

test('a failed change leaves no row, event or revision', async () => {
  const before = [await count('events'), await count('segments')]
  await expect(
    write(system, async (tx) => {
      await tx.db
        .insertInto('segments')
        .values({ name: 'half', constraints: '[]', created_by: 'x' })
        .execute()
      tx.record({ type: 'segment-created', data: {} })
      throw new Error('half way')
    }),
  ).rejects.toThrow('half way')
  expect([await count('events'), await count('segments')]).toEqual(before)
})

test('an executed order is undone by the inverse of its command', async () => {
  const order = createSegment.with({ name: 'undone', constraints: [] })
  const made = (await executeOrder(write, system, order)) as { id: number }
  const inverse = createSegment.inverse?.({ name: 'undone', constraints: [] }, made as never, undefined)
  expect(inverse).toEqual(deleteSegment.with({ id: made.id }))
  await executeOrder(write, system, inverse as Order)
  expect((await as.admin.get(`${segments}/${made.id}`)).status).toBe(404)
})

test('an order with invalid input or an unknown command is refused', async () => {
  await expect(
    executeOrder(write, system, { command: 'segment.create', input: { name: 5 } }),
  ).rejects.toThrow('must')
  await expect(executeOrder(write, system, { command: 'no.such', input: {} })).rejects.toThrow(
    'The command no.such does not exist',
  )
})

test('events cannot be updated, deleted or truncated with SQL', async () => {
  await as.admin.post(segments, { name: 'kept', constraints: [] })
  await expect(sql`update events set type = 'x'`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`delete from events`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`truncate events`.execute(db)).rejects.toThrow('append-only')
})

test('a change is refused at commit if its deadline has passed', async () => {
  const late = db.transaction().execute(async (trx) => {
    await sql`select set_config('flagstaff.deadline', (now() - interval '1 second')::text, true)`.execute(trx)
    await sql`update counter set epoch = epoch`.execute(trx)
  })
  await expect(late).rejects.toThrow('deadline')
})

test('a follower handles every event once and in order, and commits its position with its writes', async () => {
  const seen: number[] = []
  const send = async () => {}
  await registerFollower(db, 'test')
  const reader = follower('platform', 'test', async (_handles, events) => {
    seen.push(...events.map((event) => event.revision))
  })
  const broken = follower('platform', 'test', () => Promise.reject(new Error('broken')))
  const follow = () => followEvents(db, send, reader)
  await follow()
  const before = seen.length
  await as.admin.post(segments, { name: 'followed', constraints: [] })
  await expect(followEvents(db, send, broken)).rejects.toThrow('broken')
  await Promise.all([follow(), follow(), follow()])
  await follow()
  expect(seen.length).toBe(before + 1)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
})

test('errors have one format and hide internal details', async () => {
  const broken = await client({ authorization: actors.admin.token, 'content-type': 'application/json' }).post(
    segments,
    5,
  )
  expect(broken.status).toBe(400)
  expect(broken.body).toMatchObject({ name: 'BadDataError', code: 'badData', details: [{ path: '/body' }] })
  const missing = await as.admin.post(segments, { constraints: [] })
  expect(missing.body.details[0].path).toBe('/body/name')
  const problem = await as.admin.get(`${segments}/999`, { headers: { accept: 'application/problem+json' } })
  expect(problem.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(problem.body).toMatchObject({ status: 404, title: 'NotFoundError', name: 'NotFoundError' })
  const plain = await client({ authorization: actors.admin.token, 'content-type': 'text/plain' }).post(
    segments,
    {},
  )
  expect([plain.status, plain.body.name]).toEqual([415, 'ContentTypeError'])
  const nowhere = await client({ 'content-type': 'application/json' }).post('/flags/api/nowhere', '')
  expect([nowhere.status, nowhere.body.code]).toEqual([404, 'pathNotFound'])
  const large = await as.admin.post('/flags/api/admin/tag-types', { name: 'x'.repeat(200_000) })
  expect([large.status, large.body.name]).toEqual([413, 'PayloadTooLargeError'])
})

test('a request without credentials gets 401 and how to sign in', async () => {
  const { status, body } = await as.anonymous.get(segments)
  expect([status, body.name]).toEqual([401, 'AuthenticationRequired'])
  expect(body).toMatchObject({ path: '/auth/simple/login', type: 'password', defaultHidden: false })
  expect((await client({ authorization: 'user:wrong' }).get(segments)).body.name).toBe('UnauthorizedError')
})

test('responses have security headers', async () => {
  const { headers } = await as.admin.get(segments)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-frame-options']).toBe('DENY')
})

test('the server refuses to start if a route has no permission', async () => {
  const { createServer } = await import('./http/server.ts')
  const server = createServer(app.handles.settings, app.logger)
  expect(() => server.get('/open', async () => 'hello')).toThrow('has no permission')
})

test('a validation error explains the pattern in words, followed by the pattern', async () => {
  const { status, body } = await as.admin.post('/flags/api/admin/environments', { name: 'a b', type: 'test' })
  expect(status).toBe(400)
  expect(body.details[0].message).toBe(
    'body.name must have only letters, digits and ~ _ . - (pattern ^[a-zA-Z0-9~_.-]+$).',
  )
})

test('every pattern of the API has an explanation in words', async () => {
  const { body } = await as.anonymous.get('/flags/docs/openapi.json')
  const patterns = new Set<string>()
  JSON.stringify(body, (key, value) => {
    if (key === 'pattern' && typeof value === 'string') patterns.add(value)
    return key === 'example' ? undefined : value
  })
  expect(patterns.size).toBeGreaterThan(10)
  expect([...patterns].filter((pattern) => wordsFor(pattern) === undefined)).toEqual([])
})

test('every operation of the OpenAPI document has a response', async () => {
  const { body } = await as.anonymous.get('/flags/docs/openapi.json')
  const items = Object.entries<Record<string, { responses: object }>>(body.paths)
  const without = items.flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) =>
      Object.keys(responses).length === 0 ? `${method} ${path}` : [],
    ),
  )
  expect(without).toEqual([])
})
