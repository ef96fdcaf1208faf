import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Settings } from '../settings/settings.ts'

/** Requires the `METRICS_TOKEN`, if one is configured. */
export function requireMetricsToken(request: FastifyRequest, { metricsToken }: Settings) {
  if (metricsToken !== undefined && !hasToken(request.headers, metricsToken)) throw new AppError('badToken')
}

export const hasToken = ({ authorization }: IncomingHttpHeaders, token: string): boolean =>
  isSame(authorization?.replace(/^bearer +/i, '') ?? '', token)

const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
const digest = (text: string) => createHash('sha256').update(text).digest()
