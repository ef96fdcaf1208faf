import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tokenIn } from './admission.ts'
import type { AppNames } from './ports.ts'
import { countRequest, type Traffic, type TrafficGroup, trafficIndex } from './traffic.ts'

const starts: readonly [start: string, group: TrafficGroup][] = [
  ['/api/client/delta', 'client-delta'],
  ['/api/client/streaming', 'client-stream'],
  ['/api/client/metrics/edge', 'edge'],
  ['/api/client/edge-licensing', 'edge'],
  ['/api/client/metrics', 'client-metrics'],
  ['/api/client/outcomes', 'client-metrics'],
  ['/api/client/register', 'client-register'],
  ['/api/client/', 'client-features'],
  ['/api/frontend', 'frontend'],
  ['/ofrep/', 'ofrep'],
  ['/edge/', 'edge'],
]
const streams = ['/api/client/streaming', '/ofrep/v1/stream']

type Counted = { index: number; isStream: boolean }

function countedAs(path: string): Counted | undefined {
  const group = starts.find(([start]) => path.startsWith(start))?.[1]
  return group && { index: trafficIndex(group), isStream: streams.includes(path) }
}

/** The name can be chosen by anybody who has a public token or none, so those must be known. */
export const trustedApp = (app: unknown, isTrusted: boolean, apps: AppNames | undefined) =>
  typeof app === 'string' && (isTrusted || apps?.isKnown(app)) ? app : undefined

function appOf(request: FastifyRequest, apps: AppNames | undefined): string | undefined {
  const token = tokenIn(request)
  const sent = request.headers['unleash-appname'] ?? (request.query as { appName?: unknown })?.appName
  return trustedApp(sent, token !== undefined && token.type !== 'frontend', apps)
}

type Parts = { traffic: Traffic; apps?: AppNames | undefined }

/** Counts the requests that Fastify handles. Streams count themselves when they are opened. */
export function countResponses(app: FastifyInstance, { traffic, apps }: Parts) {
  const routes = new Map<string, Counted | undefined>()
  const routeOf = (url: string) => {
    if (!routes.has(url)) routes.set(url, countedAs(url.slice(app.prefix.length)))
    return routes.get(url)
  }
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request.routeOptions.url ?? '')
    const { statusCode } = reply
    if (route && request.method !== 'OPTIONS' && !(route.isStream && statusCode < 400)) {
      countRequest(traffic.of(appOf(request, apps)), route.index, statusCode)
    }
    done()
  })
}

/** Counts the opening of a stream and each message that is sent on it. */
export function streamCounter(
  request: FastifyRequest,
  { traffic, apps }: Parts,
  group: TrafficGroup,
): () => void {
  const name = appOf(request, apps)
  const index = trafficIndex(group)
  let last = traffic.of(name)
  return () => {
    last = traffic.of(name, last)
    countRequest(last, index, 200)
  }
}
