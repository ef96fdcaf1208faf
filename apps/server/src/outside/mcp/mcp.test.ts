import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const { app, as, client, db, actors } = await testApp()
await app.http.listen({ port: 0, host: '127.0.0.1' })
const address = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
const expiresAt = new Date(Date.now() + 1e9).toISOString()
const { body: token } = await as.admin.post('/api/admin/user/tokens', {
  description: 'assistant',
  expiresAt,
  proposeOnly: true,
})
const authorization = `Bearer ${token.secret}`
const flag = '/api/admin/projects/default/features/checkout'

type Result = { isError?: boolean; content: { type: string; text?: string }[] }
const parsed = ({ content }: Result) => JSON.parse(content[0]?.text ?? '')

/** In the revision of 2026, a client sends its name with each message; in that of 2025, only its user agent. */
async function connect({ path = '/mcp', mode = 'auto' as 'auto' | 'legacy' } = {}) {
  const assistant = new Client({ name: 'some-editor', version: '1.2' }, { versionNegotiation: { mode } })
  const requestInit = { headers: { authorization, 'user-agent': 'older-editor/0.9' } }
  await assistant.connect(new StreamableHTTPClientTransport(new URL(address + path), { requestInit }))
  return assistant
}
const call = async (assistant: Client, name: string, given: Record<string, unknown>) =>
  (await assistant.callTool({ name, arguments: given })) as Result

test.each([
  { path: '/mcp', mode: 'auto' as const },
  { path: '/mcp', mode: 'legacy' as const },
  { path: '/api/admin/mcp', mode: 'auto' as const },
])('a client lists the tools and prompts: %j', async (how) => {
  const assistant = await connect(how)
  const { tools } = await assistant.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'find_flags',
    'get_flag',
    'explain',
    'compare_environments',
    'recent_changes',
    'conventions',
    'create_flag',
    'propose_change',
    'removal_candidates',
    'removal_steps',
  ])
  const { prompts } = await assistant.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(['wrap_change', 'clean_up'])
  const { messages } = await assistant.getPrompt({ name: 'clean_up', arguments: { flag: 'checkout' } })
  expect(JSON.stringify(messages)).toContain('removal_steps')
  await assistant.close()
})

test('a flag is created, found, explained and proposed, and people decide', async () => {
  const assistant = await connect()
  const given = { project: 'default', name: 'checkout', description: 'The cart on one page' }
  expect(parsed(await call(assistant, 'conventions', { project: 'default' })).project).toBe('default')
  expect(parsed(await call(assistant, 'create_flag', given))).toMatchObject({ created: true })
  const similar = parsed(await call(assistant, 'create_flag', { ...given, name: 'checkout-page' }))
  expect(similar).toMatchObject({ created: false, similar: [{ name: 'checkout' }] })
  expect(parsed(await call(assistant, 'find_flags', { query: 'checkout' })).flags).toMatchObject([
    { name: 'checkout', state: 'active' },
  ])

  await as.admin.post(`${flag}/environments/development/strategies`, {
    name: 'flexibleRollout',
    parameters: { rollout: '10', stickiness: 'default', groupId: 'checkout' },
  })
  const read = parsed(await call(assistant, 'get_flag', { flag: 'checkout' }))
  const [rule] = read.environments.find(({ name }: { name: string }) => name === 'development').rules
  const at = { project: 'default', environment: 'development' }
  const changes = [
    { change: 'turn', flag: 'checkout', on: true },
    { change: 'rollout', flag: 'checkout', rule: rule.id, percentage: 50 },
    {
      change: 'add_rule',
      flag: 'checkout',
      with: { title: 'Staff', constraints: [{ field: 'userId', operator: 'IN', values: ['1'] }] },
    },
  ]
  const preview = parsed(await call(assistant, 'propose_change', { ...at, changes, previewOnly: true }))
  expect(preview).toMatchObject({ proposed: false, changes: expect.any(Array), blastRadius: { changed: 0 } })
  expect((await as.admin.get('/api/admin/projects/default/change-requests')).body).toHaveLength(0)

  const proposed = parsed(
    await call(assistant, 'propose_change', { ...at, changes, title: 'Open checkout', comment: 'Asked for' }),
  )
  expect(proposed).toMatchObject({ proposed: true, state: 'draft' })
  const { body: request } = await as.admin.get(`/api/admin/projects/default/change-requests/${proposed.id}`)
  expect(request).toMatchObject({ title: 'Open checkout', state: 'Draft' })
  expect(request.features[0].changes).toHaveLength(3)
  const explained = parsed(
    await call(assistant, 'explain', {
      flag: 'checkout',
      environment: 'development',
      context: { userId: '1' },
    }),
  )
  expect(explained).toMatchObject({ isEnabled: false, explanation: expect.any(Object) })

  const events = await db.selectFrom('events').selectAll().where('type', 'like', 'change-%').execute()
  expect(events.length).toBeGreaterThan(3)
  for (const event of events)
    expect(event).toMatchObject({ via: 'mcp', client: 'some-editor 1.2', actor_id: actors.admin.id })
  await assistant.close()
})

test('clients of the older revision are named by their user agent', async () => {
  const assistant = await connect({ mode: 'legacy' })
  await call(assistant, 'create_flag', { project: 'default', name: 'banner', description: 'A banner' })
  const { body } = await as.admin.get('/api/admin/search/events?limit=1')
  expect(body.events[0]).toMatchObject({ type: 'feature-created', via: 'mcp', client: 'older-editor/0.9' })
  await assistant.close()
})

test('variants and archiving are proposed', async () => {
  const assistant = await connect()
  const read = parsed(await call(assistant, 'get_flag', { flag: 'checkout' }))
  const [rule] = read.environments.find(({ name }: { name: string }) => name === 'development').rules
  const at = { project: 'default', environment: 'development', previewOnly: true }
  const variants = [
    { name: 'one', weight: 30 },
    { name: 'two', weight: 70, payload: { type: 'string', value: 'x' } },
  ]
  const change = { change: 'variants', flag: 'checkout', rule: rule.id, variants }
  expect(parsed(await call(assistant, 'propose_change', { ...at, changes: [change] })).affects).toMatchObject(
    [{ kind: 'flag', name: 'checkout' }],
  )
  const uneven = { ...change, variants: [{ name: 'one', weight: 30 }] }
  const refused = await call(assistant, 'propose_change', { ...at, changes: [uneven] })
  expect(refused.isError).toBe(true)
  expect(parsed(refused).error).toContain('30 %')
  const archived = await call(assistant, 'propose_change', {
    ...at,
    changes: [{ change: 'archive', flag: 'checkout' }],
  })
  expect(archived.isError).toBeUndefined()
  await assistant.close()
})

test('the other tools read', async () => {
  const assistant = await connect()
  const compared = await call(assistant, 'compare_environments', {
    project: 'default',
    from: 'development',
    to: 'production',
  })
  expect(parsed(compared).different).toMatchObject([{ name: 'checkout' }])
  const recent = parsed(await call(assistant, 'recent_changes', {}))
  expect(JSON.stringify(recent)).toContain('checkout')
  expect(parsed(await call(assistant, 'removal_candidates', {})).flags).toEqual([])
  const steps = parsed(await call(assistant, 'removal_steps', { flag: 'checkout' }))
  expect(steps).toMatchObject({ keep: 'off', steps: expect.any(Array) })
  const missing = await call(assistant, 'get_flag', { flag: 'nothing' })
  expect(missing.isError).toBe(true)
  expect(parsed(missing).error).toContain('does not exist')
  await assistant.close()
})

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const headers = { accept: 'application/json, text/event-stream', authorization }

test('a page of another origin, a session, an admin token and nobody are refused', async () => {
  const mcp = client(headers)
  expect((await mcp.post('/mcp', message)).status).toBe(200)
  const foreign = client({ ...headers, origin: 'https://evil.example.com' })
  expect((await foreign.post('/mcp', message)).status).toBe(403)
  expect((await as.adminToken.post('/mcp', message)).status).toBe(403)
  expect((await as.backendToken.post('/mcp', message)).status).toBe(403)
  const nobody = await as.anonymous.post('/mcp', message)
  expect([nobody.status, nobody.headers['www-authenticate']]).toEqual([401, 'Bearer realm="flagstaff"'])
  const wrong = await client({ ...headers, authorization: 'user:wrong' }).post('/mcp', message)
  expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([401, 'Bearer realm="flagstaff"'])
  expect((await as.anonymous.get('/mcp')).status).toBe(405)
  expect((await mcp.post('/mcp', { ...message, params: { text: 'x'.repeat(70_000) } })).status).toBe(413)
})

test('administrators turn it off', async () => {
  const path = '/api/admin/remote-mcp/settings'
  expect((await as.admin.get(path)).body).toEqual({ enabled: true })
  expect((await as.editor.post(path, { enabled: false })).status).toBe(403)
  expect((await client({ authorization }).post(path, { enabled: false })).status).toBe(403)
  expect((await as.admin.post(path, { enabled: false })).status).toBe(204)
  expect((await client(headers).post('/mcp', message)).status).toBe(403)
  expect((await client(headers).post('/api/admin/mcp', message)).status).toBe(403)
  const { body } = await as.admin.get('/api/admin/search/events?limit=1')
  expect(body.events[0].type).toBe('remote-mcp-server-settings-updated')
  await as.admin.post(path, { enabled: true })
})

test('an account has a budget', async () => {
  const editor = client({ ...headers, authorization: actors.editor.token })
  const answers = await Promise.all(
    Array.from({ length: 245 }, () => editor.post('/mcp', { ...message, method: 'ping' })),
  )
  expect(answers.some(({ status }) => status === 429)).toBe(true)
})
