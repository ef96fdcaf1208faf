import type { ClientApplication, ClientMetrics } from '@flagstaff/contract/client'
import type { FastifyRequest } from 'fastify'
import { addressOf } from './address.ts'
import type { Registration, Usage } from './ports.ts'
import type { Token } from './store.ts'
import { storable } from './text.ts'

/** The counts of a report; undefined if it has none. Environment and projects come from the token only. */
export function toUsage(request: FastifyRequest, token: Token): Usage | undefined {
  const { appName, bucket } = request.body as ClientMetrics
  if (!bucket) return undefined
  const counts = Object.entries(bucket.toggles ?? {}).map(([flag, { yes = 0, no = 0, variants }]) => ({
    // In its stored form: a name with null characters would be counted for the flag without them.
    flag: storable(flag),
    yes: Math.floor(yes),
    no,
    variants: Object.entries(variants ?? {}).flatMap(([name, count]): [string, number][] =>
      count > 0 ? [[storable(name), count]] : [],
    ),
  }))
  const used = counts.filter(({ yes, no }) => yes > 0 || no > 0)
  if (used.length === 0) return undefined
  return { app: storable(appName), environment: token.environment, at: timeOf(bucket.stop), counts: used }
}

export function toRegistration(
  request: FastifyRequest,
  token: Token,
  sdkType: 'backend' | 'frontend',
): Registration {
  const body = request.body as ClientApplication
  return {
    app: storable(body.appName),
    instance: storable(body.instanceId || 'default'),
    environment: token.environment,
    sdkType,
    sdkVersion: body.sdkVersion,
    specVersion: body.specVersion,
    platform: [body.platformName, body.platformVersion].filter(Boolean).join(' ') || undefined,
    connectionId: connectionOf(request),
    intervalMs: body.interval,
    startedAt: timeOf(body.started),
    strategies: body.strategies ?? [],
    ip: addressOf(request),
    projects: token.projects,
  }
}

/** The instance that sent a usage report. */
export function toSighting(
  request: FastifyRequest,
  token: Token,
  sdkType: 'backend' | 'frontend',
): Registration {
  const body = request.body as ClientMetrics
  return {
    app: storable(body.appName),
    instance: storable(body.instanceId || header(request, 'unleash-instanceid') || 'default'),
    environment: token.environment,
    sdkType,
    sdkVersion: body.sdkVersion ?? header(request, 'unleash-sdk'),
    specVersion: body.specVersion,
    platform: [body.platformName, body.platformVersion].filter(Boolean).join(' ') || undefined,
    connectionId: connectionOf(request),
    ip: addressOf(request),
    projects: token.projects,
  }
}

const connectionOf = (request: FastifyRequest): string | undefined => {
  const { connectionId } = request.body as { connectionId?: unknown }
  const sent = typeof connectionId === 'string' ? connectionId : header(request, 'unleash-connection-id')
  return sent === undefined ? undefined : storable(sent)
}

const header = ({ headers }: FastifyRequest, name: string) => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

export const timeOf = (moment: string | number): number => {
  const time = typeof moment === 'number' ? moment : Date.parse(moment)
  return Number.isFinite(time) ? time : Date.now()
}
