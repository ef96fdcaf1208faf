import { lookup as systemLookup } from 'node:dns'
import { type AgentOptions, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { type RequestOptions, Agent as SecureAgent, request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { type ProxySettings, proxyFor } from '../settings/proxy-settings.ts'
import { inSpan } from '../tracing/tracing.ts'

type Policy = {
  /** Whether private addresses can be called. */
  privateAddresses: boolean
  mostBytes: number
  timeoutMs: number
  /** Resolves host names; defaults to the system resolver. */
  lookup?: LookupFunction
  proxy?: ProxySettings
}

type Init = {
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

/** Idle connections are closed after this time. */
const IDLE_MS = 30_000

/**
 * Like `fetch`, for URLs that users enter: limits time and size, and does not follow redirects (SSRF protection). Each
 * policy has its own connection pool, so that a guarded call never reuses the connection of an unguarded one.
 */
export function outboundFetch(policy: Policy) {
  const resolve = policy.lookup ?? systemLookup
  const lookup = policy.privateAddresses ? resolve : publicLookup(resolve)
  const direct = openAgents({ lookup })
  // The operator configures the proxy, so it can have a private address.
  const proxied = openAgents({
    proxyEnv: { HTTP_PROXY: policy.proxy?.http, HTTPS_PROXY: policy.proxy?.https },
  })
  return async (address: string, init: Init = {}): Promise<Response> => {
    const url = new URL(address)
    const { protocol } = url
    if (protocol !== 'https:' && protocol !== 'http:') throw new Error('only http and https are supported')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // The lookup checks host names; literal IP addresses skip the lookup, so they are checked here.
    if (!policy.privateAddresses && isIP(host) && isPrivate(host)) throw privateAddress(host)
    return traceCall(url, init, async (traced) => {
      const { body, headers } = await encode(traced)
      const signal = AbortSignal.timeout(policy.timeoutMs)
      const options = { method: init.method ?? 'GET', headers, signal, body }
      if (!policy.proxy || !proxyFor(url, policy.proxy))
        return call(url, { ...options, agent: direct[protocol] }, policy.mostBytes)
      const pinned = policy.privateAddresses || isIP(host) ? {} : await pin(url, host, lookup)
      const named = { ...headers, host: url.host }
      return call(url, { ...options, ...pinned, headers: named, agent: proxied[protocol] }, policy.mostBytes)
    })
  }
}

/** Only the host is recorded: paths can contain secrets, as those of chat webhooks do. */
const traceCall = (url: URL, init: Init, send: (init: Init) => Promise<Response>): Promise<Response> => {
  const method = init.method ?? 'GET'
  const attributes = { 'http.request.method': method, 'server.address': url.hostname }
  return inSpan({ name: method, kind: 'client', attributes }, async (span) => {
    if (!span) return send(init)
    const response = await send({ ...init, headers: { ...init.headers, traceparent: span.traceparent } })
    span.set({ 'http.response.status_code': response.status })
    if (response.status >= 400) span.fail(String(response.status))
    return response
  })
}

const openAgents = (options: AgentOptions) => {
  const settings = { keepAlive: true, timeout: IDLE_MS, ...options }
  return { 'http:': new PlainAgent(settings), 'https:': new SecureAgent(settings) }
}

/** Sends the checked IP address to the proxy, which could resolve the name differently. */
async function pin(url: URL, host: string, lookup: LookupFunction): Promise<RequestOptions> {
  const address = await new Promise<string>((found, refuse) =>
    lookup(host, { all: false }, (error, one) => (error ? refuse(error) : found(String(one)))),
  )
  // Without TLS the name would have to be in the Host header, which proxies replace.
  if (url.protocol !== 'https:') throw new Error(`${host} is called through a proxy, which requires https`)
  return { host: address, hostname: address, servername: host }
}

/** The body as bytes, with the content type that `fetch` would send. */
async function encode(init: Init): Promise<{ body: Buffer | undefined; headers: Record<string, string> }> {
  const headers = new Headers(init.headers)
  if (init.body === undefined || init.body === null)
    return { body: undefined, headers: Object.fromEntries(headers) }
  const content = new Response(init.body as ConstructorParameters<typeof Response>[0])
  const type = content.headers.get('content-type')
  if (type && !headers.has('content-type')) headers.set('content-type', type)
  return { body: Buffer.from(await content.arrayBuffer()), headers: Object.fromEntries(headers) }
}

function call(
  url: URL,
  { body, ...options }: RequestOptions & { body: Buffer | undefined },
  mostBytes: number,
): Promise<Response> {
  const send = url.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((answer, refuse) => {
    const request = send(url, options, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= mostBytes) return chunks.push(chunk)
        refuse(new Error(`the response from ${url.host} is too large`))
        response.destroy()
      })
      response.on('error', refuse)
      response.on('end', () => {
        const status = response.statusCode ?? 502
        const body = status === 204 || status === 304 ? null : Buffer.concat(chunks)
        try {
          answer(new Response(body, { status, headers: headersOf(response.headersDistinct) }))
        } catch (cause) {
          // Not every status is valid for a Response, and an exception thrown here would be uncaught.
          refuse(new Error(`${url.host} returned status ${status}, which is not supported`, { cause }))
        }
      })
    })
    request.on('error', refuse)
    request.end(body)
  })
}

const headersOf = (distinct: Record<string, string[] | undefined>): [string, string][] =>
  Object.entries(distinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  )

/** Connects to the IP address that was checked, which prevents DNS rebinding. */
const publicLookup =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '')
      const addresses = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found
      const [first] = addresses
      if (!first || addresses.some(({ address }) => isPrivate(address)))
        return done(privateAddress(hostname), '')
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })
  }

const privateAddress = (host: string) =>
  new Error(`${host} is a private address, and this server does not call those`)

/** Everything that is not a public unicast address. */
export const isPrivate = (address: string): boolean =>
  unreachable.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const unreachable = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  unreachable.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  unreachable.addSubnet(network, bits, 'ipv6')
