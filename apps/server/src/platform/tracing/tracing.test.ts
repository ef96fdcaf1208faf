import { execFile } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { patiently } from '../../../test/patience.ts'
import { openReceiver } from '../../../test/receiver.ts'
import { openTracer, readTraceparent } from './otel.ts'

type Value = { stringValue?: string; intValue?: number }
type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Value }[]
}

const collector = await openReceiver()
const receiver = await openReceiver()
const endpoint = new URL(collector.url).origin
const { as, app } = await testApp({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20for-the-collector',
  OTEL_SERVICE_NAME: 'flags-eu',
  ENCRYPTION_KEY: 'a key for tests',
  UNLEASH_ALLOW_PRIVATE_URL_IN_INTEGRATION: 'true',
})
await app.startWork()
afterAll(() => Promise.all([collector.close(), receiver.close()]))

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const traced = (span: string) => ({ headers: { traceparent: `00-${TRACE}-${span}-01` } })
const spans = (): Sent[] =>
  collector.requests.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap((one: { scopeSpans: { spans: Sent[] }[] }) =>
      one.scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
const attributesOf = ({ attributes }: Sent) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
const named = (name: string) => spans().find((span) => span.name === name)
const FLAGS = 'POST /api/admin/projects/:projectId/features'

test('a change is traced from the request to its statements', async () => {
  await as.admin.post('/api/admin/addons', {
    provider: 'webhook',
    enabled: true,
    parameters: { url: receiver.url },
    events: ['feature-created'],
  })
  const { status } = await as.admin.post(
    '/api/admin/projects/default/features?secret=in-the-query',
    { name: 'traced', description: 'words-of-a-person' },
    traced('00f067aa0ba902b7'),
  )
  expect(status).toBe(201)
  await expect.poll(() => receiver.requests.length, patiently).toBe(1)
  await expect.poll(() => named(FLAGS), patiently).toBeDefined()
  await expect
    .poll(() => spans().some(({ kind, name }) => kind === 3 && name === 'POST'), patiently)
    .toBe(true)

  const request = named(FLAGS) as Sent
  expect(request).toMatchObject({ traceId: TRACE, parentSpanId: '00f067aa0ba902b7', kind: 2 })
  expect(attributesOf(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/admin/projects/:projectId/features',
    'http.response.status_code': 201,
  })
  const ours = spans().filter(({ traceId }) => traceId === TRACE)
  const write = ours.find(({ name }) => name === 'write') as Sent
  expect(write.parentSpanId).toBe(request.spanId)
  expect(attributesOf(write)['flagstaff.revision']).toBeGreaterThan(0)
  const command = ours.find(({ name }) => name === 'command flag.create') as Sent
  expect(command.parentSpanId).toBe(write.spanId)
  const statements = ours.filter((span) => attributesOf(span)['db.system.name'] === 'postgresql')
  expect(statements.some(({ parentSpanId }) => parentSpanId === command.spanId)).toBe(true)
  expect(statements.map(({ name }) => name)).toContain('insert flags')
})

test('deliveries to other servers are traced, and carry the trace', () => {
  const call = spans().find(({ kind, name }) => kind === 3 && name === 'POST') as Sent
  expect(attributesOf(call)).toEqual({
    'http.request.method': 'POST',
    'server.address': '127.0.0.1',
    'http.response.status_code': 200,
  })
  expect(receiver.requests[0]?.headers.traceparent).toBe(`00-${call.traceId}-${call.spanId}-01`)
})

test('spans have no values, paths, names of people or secrets', () => {
  const [first] = collector.requests
  expect(first?.path).toBe('/v1/traces')
  expect(first?.headers.authorization).toBe('Bearer for-the-collector')
  const sent = collector.requests.map(({ body }) => body).join('\n')
  expect(sent).toContain('flags-eu')
  for (const secret of ['words-of-a-person', 'in-the-query', 'for-the-collector', 'traced"', receiver.url])
    expect(sent).not.toContain(secret)
})

test('only a valid traceparent is used', () => {
  expect(readTraceparent(`00-${TRACE}-00f067aa0ba902b7-01`)).toMatchObject({ traceId: TRACE, traceFlags: 1 })
  for (const wrong of [undefined, '', 'x', `00-${TRACE}-0000000000000000-01`, `00-${TRACE}-00f067aa0ba902b7`])
    expect(readTraceparent(wrong)).toBeUndefined()
})

test('requests that the caller does not sample are not sent', async () => {
  const trace = 'a'.repeat(32)
  await as.admin.get('/api/admin/segments', { headers: { traceparent: `00-${trace}-00f067aa0ba902b7-00` } })
  await as.admin.get('/api/admin/tags', traced('1111111111111111'))
  await expect.poll(() => named('GET /api/admin/tags'), patiently).toBeDefined()
  expect(spans().filter(({ traceId }) => traceId === trace)).toEqual([])
})

test('a caller cannot raise the share of traces that are sent', async () => {
  const quiet = await openReceiver()
  const tracer = openTracer({
    tracing: { url: quiet.url, headers: {}, serviceName: 'flags', ratio: 1e-9 },
    proxy: { http: undefined, https: undefined, exceptions: [] },
    version: '1',
    logger: pino({ level: 'silent' }),
  })
  // The second ID would be among the first of all IDs.
  for (const trace of [TRACE, '1'.padStart(32, '0')]) {
    const traceparent = `00-${trace}-00f067aa0ba902b7-01`
    const span = tracer.start({ name: 'asked for', kind: 'server', parent: undefined, traceparent })
    span.end()
    expect(span.traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`))
  }
  await tracer.stop()
  await quiet.close()
  expect(quiet.requests).toEqual([])
})

test('spans are sent through the proxy for outgoing requests', async () => {
  const proxy = await openReceiver()
  const tracer = openTracer({
    tracing: { url: 'http://collector.example/v1/traces', headers: {}, serviceName: 'flags', ratio: 1 },
    proxy: { http: new URL(proxy.url).origin, https: undefined, exceptions: [] },
    version: '1',
    logger: pino({ level: 'silent' }),
  })
  tracer.start({ name: 'proxied', kind: 'internal', parent: undefined }).end()
  await tracer.stop()
  await proxy.close()
  expect(proxy.requests.map(({ path }) => path)).toEqual(['http://collector.example/v1/traces'])
})

test('a collector that does not answer holds up the end for 2 seconds', async () => {
  const silent = await openReceiver()
  silent.answer(() => 'hang')
  const tracer = openTracer({
    tracing: { url: silent.url, headers: {}, serviceName: 'flags', ratio: 1 },
    proxy: { http: undefined, https: undefined, exceptions: [] },
    version: '1',
    logger: pino({ level: 'silent' }),
  })
  tracer.start({ name: 'last', kind: 'internal', parent: undefined }).end()
  // Without the limit, it is the 10 seconds of the library.
  const first = await Promise.race([tracer.stop().then(() => 'stopped'), setTimeout(9_000, 'waiting')])
  expect(first).toBe('stopped')
  expect(silent.requests).toHaveLength(1)
  await silent.close()
})

/** Opens tracing in a process and returns the OpenTelemetry modules that it loaded, except the API for prom-client. */
async function loadedWith(env: Record<string, string>): Promise<string[]> {
  const source = fileURLToPath(new URL('../..', import.meta.url))
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({ resolve(name, context, next) {
      if (name.startsWith('@opentelemetry/') && !context.parentURL?.includes('/prom-client/')) loaded.add(name)
      return next(name, context)
    } })
    await import('${source}app.ts')
    const { openTracing } = await import('${source}platform/tracing/open.ts')
    const { readSettings } = await import('${source}platform/settings/settings.ts')
    await openTracing(readSettings(process.env), { version: '1', logger: console })
    console.log(JSON.stringify([...loaded]))
    process.exit()`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=source', '--input-type=module', '--eval', script],
    { env: { PATH: process.env.PATH, DATABASE_URL: 'postgres://nowhere', ...env } },
  )
  return JSON.parse(stdout)
}

test('OpenTelemetry is only loaded if an endpoint is set', async () => {
  expect(await loadedWith({})).toEqual([])
  expect(await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toContain('@opentelemetry/sdk-trace')
})
