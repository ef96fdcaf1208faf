import type { ApiToken } from '@flagstaff/contract/tokens'
import { invalid } from '../../platform/errors.ts'

const HOUR = 3_600_000
export const OVERLAP_HOURS = 24

type Former = Pick<ApiToken, 'createdAt' | 'expiresAt'>

/**
 * When the new token ends and when the old one does: the new one lives as long as the old one was meant to, and the
 * old one never longer than it would have anyway.
 */
export function successorOf(
  { createdAt, expiresAt }: Former,
  overlapHours = OVERLAP_HOURS,
  now = new Date(),
) {
  const end = expiresAt ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY
  if (end <= now.getTime()) throw invalid('This token has ended. Create a new one.', 'token')
  return {
    expiresAt: expiresAt ? new Date(now.getTime() + end - Date.parse(createdAt)).toISOString() : null,
    formerEnd: new Date(Math.min(end, now.getTime() + overlapHours * HOUR)).toISOString(),
  }
}
