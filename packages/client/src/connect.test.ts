import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { AnswerTooLarge, ApiError, connect, NoAnswer } from './connect.ts'

type Step = { status: number; body?: unknown; headers?: Record<string, string> } | 'break'
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A server that answers with one step after the other; the last one is repeated. */
async function serve(...steps: Step[]) {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    const step = steps[Math.min(seen.push(request), steps.length) - 1]
    if (step === undefined || step === 'break') return request.socket.destroy()
    response.writeHead(step.status, { 'content-type': 'application/json', ...step.headers })
    response.end(step.body === undefined ? '' : JSON.stringify(step.body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  stops.push(() => server.close())
  const waits: number[] = []
  const wait = async (ms: number) => void waits.push(ms)
  const { port } = server.address() as AddressInfo
  const client = connect({ url: `http://127.0.0.1:${port}/`, token: 'user:secret', wait, maxBytes: 1000 })
  const keys = () => seen.map(({ headers }) => headers['idempotency-key'])
  return { client, seen, waits, keys }
}

const change = { params: { projectId: 'default' }, body: { name: 'a' } } as const
const create = 'POST /api/admin/projects/:projectId/features'

test('a change is repeated with the same key after 503, 504 and a broken connection', async () => {
  const made = { status: 201, body: { name: 'a' }, headers: { 'x-undo': 'u1' } }
  const { client, seen, keys } = await serve({ status: 503 }, 'break', { status: 504 }, made)
  expect(await client.call(create, change)).toEqual({ data: { name: 'a' }, undo: 'u1', proposed: undefined })
  expect(new Set(keys()).size).toBe(1)
  expect(keys()).toHaveLength(4)
  expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(seen[0]?.headers.authorization).toBe('user:secret')
})

test('a request is repeated four times at most, with growing waits', async () => {
  const { client, seen, waits } = await serve('break')
  await expect(client.call(create, change)).rejects.toBeInstanceOf(NoAnswer)
  expect(seen).toHaveLength(5)
  expect(waits).toEqual([200, 400, 800, 1600])
})

test('the outcome of a 504 is not known, a 503 changed nothing', async () => {
  const late = await serve({ status: 504 })
  await expect(late.client.call(create, change)).rejects.toBeInstanceOf(NoAnswer)
  const away = await serve({ status: 503, headers: { 'retry-after': '1' } })
  await expect(away.client.call(create, change)).rejects.toBeInstanceOf(ApiError)
  expect(away.waits).toEqual([1000, 1000, 1000, 1600])
})

test.each([
  [400, {}],
  [409, {}],
  [503, { code: 'maintenance', message: 'Maintenance mode is on.' }],
])('%i is not repeated: %j', async (status, body) => {
  const { client, seen } = await serve({ status, body })
  await expect(client.call(create, change)).rejects.toMatchObject({ status })
  expect(seen).toHaveLength(1)
})

test('reads carry no key, and each change its own', async () => {
  const { client, keys } = await serve({ status: 200, body: {} })
  await client.get('GET /api/admin/user', {})
  await client.call(create, change)
  await client.call(create, change)
  const [read, one, other] = keys()
  expect(read).toBeUndefined()
  expect(one).not.toBe(other)
})

test('a change can be proposed', async () => {
  const { client, seen } = await serve({
    status: 202,
    body: { id: 7 },
    headers: { 'preference-applied': 'propose' },
  })
  const answer = await client.call(create, change, { propose: true, reason: 'größer' })
  expect(answer).toMatchObject({ proposed: { id: 7 }, data: undefined })
  expect(seen[0]?.headers).toMatchObject({ prefer: 'propose', 'x-change-reason': 'gr%C3%B6%C3%9Fer' })
})

test('an answer that is too large is not read to its end, and not asked for again', async () => {
  const { client, seen } = await serve({ status: 200, body: { name: 'x'.repeat(2000) } })
  await expect(client.get('GET /api/admin/user', {})).rejects.toBeInstanceOf(AnswerTooLarge)
  await expect(client.open('GET /api/admin/user', {})).resolves.toBeInstanceOf(Response)
  expect(seen).toHaveLength(2)
  const fits = await serve({ status: 200, body: { name: 'ø'.repeat(490) } })
  expect(await fits.client.get('GET /api/admin/user', {})).toEqual({ name: 'ø'.repeat(490) })
})
