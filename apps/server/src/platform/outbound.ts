import { lookup as resolve } from 'node:dns'
import { request as plainRequest, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

type Limits = {
  /** Whether addresses that the internet cannot reach may be called. */
  privateAddresses: boolean
  mostBytes: number
  timeoutMs: number
}

type Init = {
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

/** Like `fetch`, for addresses that people type in: bounded in time and size, and it follows no redirect. */
export const outboundFetch =
  (limits: Limits) =>
  async (address: string, init: Init = {}): Promise<Response> => {
    const url = new URL(address)
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new Error('only http and https are called')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // A name is looked at when it is resolved, an address here.
    if (!limits.privateAddresses && isIP(host) && isPrivate(host)) throw privateAddress(host)
    return call(url, init, limits)
  }

function call(url: URL, init: Init, limits: Limits): Promise<Response> {
  const options: RequestOptions = {
    method: init.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
    signal: AbortSignal.timeout(limits.timeoutMs),
    ...(limits.privateAddresses ? {} : { lookup: publicLookup }),
  }
  const send = url.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((answer, refuse) => {
    const request = send(url, options, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= limits.mostBytes) return chunks.push(chunk)
        refuse(new Error(`the answer of ${url.host} is too large`))
        response.destroy()
      })
      response.on('error', refuse)
      response.on('end', () => {
        const status = response.statusCode ?? 502
        const body = status === 204 || status === 304 ? null : Buffer.concat(chunks)
        answer(new Response(body, { status, headers: headersOf(response.headersDistinct) }))
      })
    })
    request.on('error', refuse)
    request.end(init.body === undefined || init.body === null ? undefined : String(init.body))
  })
}

const headersOf = (distinct: Record<string, string[] | undefined>): [string, string][] =>
  Object.entries(distinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  )

/** The address that was looked at is the one that is called: a name cannot point elsewhere in between. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '')
    const hidden = addresses.find(({ address }) => isPrivate(address))
    const first = addresses[0]
    if (hidden || !first) return done(privateAddress(hostname), '')
    return options.all ? done(null, addresses) : done(null, first.address, first.family)
  })
}

const privateAddress = (host: string) =>
  new Error(`${host} is a private address, which this server does not call`)

/** Everything that is not a usual address of the internet. */
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
