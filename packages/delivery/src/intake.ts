import type { ClientMetrics, CustomMetrics } from '@flagstaff/contract/client'
import type { FastifyRequest } from 'fastify'
import { addressOf } from './address.ts'
import { admitted, type Kind } from './admission.ts'
import { readImpact } from './impact.ts'
import type { ImpactSink, RegistrationSink, UsageSink } from './ports.ts'
import type { createPublicIntake } from './public-intake.ts'
import { toSighting, toUsage } from './usage.ts'

export type Sinks = { usage: UsageSink; registrations: RegistrationSink; impact: ImpactSink }
export type PublicIntake = ReturnType<typeof createPublicIntake>

/**
 * Processes one report: counts, metrics, and the instance that sent it. Resolves once counts and metrics are stored.
 */
export async function takeReport(
  request: FastifyRequest,
  { usage, registrations, impact }: Sinks,
  { kind, bounds, patienceMs }: { kind: Kind; bounds?: PublicIntake; patienceMs?: number },
): Promise<void> {
  const token = admitted(request)
  const { appName, impactMetrics } = request.body as ClientMetrics
  const caller = { token: token.digest, address: addressOf(request) }
  const sighting = toSighting(request, token, kind)
  const registration = bounds ? bounds.registration(sighting, caller) : sighting
  registrations.seen(registration)
  const sent = toUsage(request, token)
  const counts = sent && bounds ? bounds.usage(sent, caller) : sent
  const app = bounds ? registration.app : appName
  const measured = readImpact(impactMetrics, { app, environment: token.environment })
  const metrics = bounds ? bounds.impact(measured, caller) : measured
  await Promise.all([
    counts && counts.counts.length > 0 && usage.add(counts, patienceMs),
    metrics.length > 0 && impact.add(metrics, kind === 'frontend'),
  ])
}

/** Stores custom metrics as gauges. */
export async function takeCustomMetrics(request: FastifyRequest, { impact }: Pick<Sinks, 'impact'>) {
  const { environment } = admitted(request)
  const { metrics } = request.body as CustomMetrics
  const sent = [...Map.groupBy(metrics, ({ name }) => name)].map(([name, samples]) => ({
    name,
    help: 'A custom metric.',
    type: 'gauge',
    samples: samples.map(({ value, labels }) => ({ value, labels })),
  }))
  const app = request.headers['unleash-appname']
  const read = readImpact(sent, { app: typeof app === 'string' ? app : undefined, environment })
  if (read.length > 0) await impact.add(read)
}
