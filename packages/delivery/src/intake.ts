import type { ClientMetrics } from '@flagstaff/contract/client'
import type { FastifyRequest } from 'fastify'
import { admitted, type Kind } from './admission.ts'
import { readImpact } from './impact.ts'
import type { ImpactSink, RegistrationSink, UsageSink } from './ports.ts'
import { toSighting, toUsage } from './usage.ts'

export type Sinks = { usage: UsageSink; registrations: RegistrationSink; impact: ImpactSink }

/** Takes in one report: counts, metrics, and the instance that sent it. Resolves once counts and metrics are safe. */
export async function takeReport(
  request: FastifyRequest,
  { usage, registrations, impact }: Sinks,
  { kind, patienceMs }: { kind: Kind; patienceMs?: number },
): Promise<void> {
  const token = admitted(request)
  const { appName, impactMetrics } = request.body as ClientMetrics
  registrations.seen(toSighting(request, token, kind))
  const counts = toUsage(request, token)
  const metrics = readImpact(impactMetrics, { app: appName, environment: token.environment })
  await Promise.all([counts && usage.add(counts, patienceMs), metrics.length > 0 && impact.add(metrics)])
}
