import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Settings } from '../settings/settings.ts'

/** Requires the `METRICS_TOKEN`, if one is configured. */
export function requireMetricsToken(request: FastifyRequest, { metricsToken }: Settings) {
  const sent = request.headers.authorization?.replace(/^bearer +/i, '') ?? ''
  if (metricsToken !== undefined && !isSame(sent, metricsToken)) throw new AppError('badToken')
}

const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
const digest = (text: string) => createHash('sha256').update(text).digest()
