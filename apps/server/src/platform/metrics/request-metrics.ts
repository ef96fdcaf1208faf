import { type DirectTimings, RESPONSE_BOUNDS_MS } from '@flagstaff/delivery'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Settings } from '../settings/settings.ts'
import { bucketLines, createHistogram, head, line } from './instruments.ts'
import type { Telemetry } from './telemetry.ts'

const CONTROL_BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000]
/** Distinct values of a filter are counted up to here. */
const MOST_DISTINCT = 1_000

/** Measures requests to the admin API and to the routes of SDKs. */
export function openRequestMetrics(telemetry: Telemetry, settings: Settings, timings: DirectTimings) {
  const control = telemetry.summary(
    'http_request_duration_milliseconds',
    'Response times of the control plane.',
    ['path', 'method', 'status'],
    CONTROL_BOUNDS_MS,
  )
  const origins = telemetry.counter('request_origin_counter', 'Requests to the admin API.', [
    'type',
    'method',
    'source',
  ])
  const logins = telemetry.counter('auth_login_total', 'Attempts to sign in.', ['type', 'success'])
  const limits = telemetry.counter('exceeds_limit_error', 'Changes refused because of a resource limit.', [
    'resource',
    'limit',
  ])
  telemetry.gauges('rate_limits', 'Requests per minute that one address can send.', () => [
    [{ endpoint: '/auth/simple/login', method: 'POST' }, settings.loginsPerMinute],
    [{ endpoint: '/api/admin/user-admin', method: 'POST' }, settings.usersPerMinute],
    [{ endpoint: '/auth/reset/password-email', method: 'POST' }, settings.resetsPerMinute],
  ])
  const sdk = addSdkTimes(telemetry, timings)
  const registrations = telemetry.counter('client_registration_total', 'Registrations of SDKs.')
  const prefixes = countFilter(telemetry, 'nameprefix')
  const tags = countFilter(telemetry, 'tags')
  const projects = estimate(telemetry, 'project')

  const signIns = new Map([
    [`${settings.basePath}/auth/simple/login`, 'password'],
    [`${settings.basePath}/auth/oidc/callback`, 'oidc'],
    [`${settings.basePath}/auth/saml/callback`, 'saml'],
  ])
  const register = `${settings.basePath}/api/client/register`
  const features = `${settings.basePath}/api/client/features`
  return {
    watchControl(app: FastifyInstance) {
      app.addHook('onError', (_request, _reply, error: Error, done) => {
        if (error instanceof AppError && error.code === 'limitReached')
          limits.add([String(error.parameters.resource ?? ''), String(error.parameters.limit ?? '')])
        done()
      })
      app.addHook('onResponse', (request, reply, done) => {
        const { routeOptions, method } = request
        const path = routeOptions.url ?? 'unknown'
        const status = reply.statusCode
        control.observe([path, method, String(status)], reply.elapsedTime)
        if (request.caller) origins.add([...originOf(request)])
        const signIn = signIns.get(path)
        if (signIn) logins.add([signIn, String(status < 400)])
        done()
      })
    },
    watchDelivery(app: FastifyInstance) {
      app.addHook('onResponse', (request, reply, done) => {
        const path = request.routeOptions.url ?? 'unknown'
        const isStream = String(reply.raw.getHeader('content-type')).startsWith('text/event-stream')
        if (!isStream) sdk.observe([path, request.method, String(reply.statusCode)], reply.elapsedTime)
        if (path === register && reply.statusCode < 300) registrations.add()
        if (path === features) {
          const { namePrefix, tag, project } = request.query as Record<string, unknown>
          if (namePrefix !== undefined) prefixes(String(namePrefix))
          if (tag !== undefined) tags(String(tag))
          if (project !== undefined) projects(String(project))
        }
        done()
      })
    },
  }
}

function originOf({ headers, method }: FastifyRequest): [type: string, method: string, source: string] {
  const isPage = headers.authorization === undefined
  return [isPage ? 'UI' : 'API', method, isPage ? 'web' : 'other']
}

/** Response times of SDK routes: those that Fastify handles, and those of the fast path. */
function addSdkTimes(telemetry: Telemetry, timings: DirectTimings) {
  const name = 'http_sdk_request_duration_milliseconds'
  const help = 'Response times of the delivery plane.'
  const labels = ['path', 'method', 'status']
  // Two histograms under one name; the label `direct` tells them apart.
  const routes = createHistogram({ name, help, labels }, RESPONSE_BOUNDS_MS)
  telemetry.add({
    name,
    *lines() {
      yield* routes.lines()
      for (const { path, status, buckets } of timings.list())
        yield* bucketLines(name, { path, method: 'GET', status, direct: 'true' }, buckets)
    },
  })
  const traffic = new Map<string, number>()
  telemetry.add({
    name: 'traffic_total',
    *lines() {
      const all = new Map(traffic)
      for (const { path, status, buckets } of timings.list()) {
        const key = keyOf(path, status)
        all.set(key, (all.get(key) ?? 0) + buckets.counts.reduce((sum, count) => sum + count, 0))
      }
      const lines = [...all].map(([key, count]) => {
        const [group = '', status = ''] = key.split(' ')
        return line('traffic_total', { trafficGroup: group, statusCodeSeries: status }, count)
      })
      yield* head('traffic_total', 'Requests of SDKs.', 'counter', lines)
    },
  })
  return {
    observe(values: readonly [path: string, method: string, status: string], ms: number) {
      routes.observe(values, ms)
      const key = keyOf(values[0], Number(values[2]))
      traffic.set(key, (traffic.get(key) ?? 0) + 1)
    },
  }
}

/** `/api/client 2xx`. */
function keyOf(path: string, status: number): string {
  const group = /\/(api\/(client|frontend)|edge|ofrep)(?=\/|$)/.exec(path)?.[0] ?? 'other'
  return `${group} ${status === 304 ? '304' : `${Math.floor(status / 100)}xx`}`
}

function countFilter(telemetry: Telemetry, filter: 'nameprefix' | 'tags') {
  const counter = telemetry.counter(`${filter}_count`, `Requests for flags with the filter ${filter}.`)
  const distinct = estimate(telemetry, filter)
  return (value: string) => {
    counter.add()
    distinct(value)
  }
}

function estimate(telemetry: Telemetry, filter: string) {
  const seen = new Set<string>()
  const help = `Different values of the filter ${filter} since the start, at most ${MOST_DISTINCT}.`
  telemetry.gauge(`${filter}_distinct_estimate`, help, () => seen.size)
  return (value: string) => {
    if (seen.size < MOST_DISTINCT) seen.add(value.slice(0, 200))
  }
}
