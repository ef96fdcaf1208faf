import type { ApiToken } from '@flagstaff/contract/tokens'
import { invalid } from '../../../platform/errors.ts'

const HOUR = 3_600_000
export const OVERLAP_HOURS = 24

type Former = Pick<ApiToken, 'createdAt' | 'expiresAt'>

/**
 * The expiry of the new and the old token: the new one gets the same lifetime as the old one, and the old one never
 * expires later than before.
 */
export function successorOf(
  { createdAt, expiresAt }: Former,
  overlapHours = OVERLAP_HOURS,
  now = new Date(),
) {
  const end = expiresAt ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY
  if (end <= now.getTime()) throw invalid('This token has expired. Create a new one.', 'token')
  return {
    expiresAt: expiresAt ? new Date(now.getTime() + end - Date.parse(createdAt)).toISOString() : null,
    formerEnd: new Date(Math.min(end, now.getTime() + overlapHours * HOUR)).toISOString(),
  }
}
