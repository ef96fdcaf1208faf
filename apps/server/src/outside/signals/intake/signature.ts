import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'

const TOLERANCE_MS = 5 * 60_000

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Verifies a Standard Webhooks signature whose key is the text of the token. Calls without one are fine. */
export function checkSignature(token: string, headers: Headers, body: string, now = Date.now()) {
  const { 'webhook-signature': signatures, 'webhook-id': id, 'webhook-timestamp': timestamp } = headers
  if (signatures === undefined) return
  const at = Number(timestamp) * 1_000
  const expected = createHmac('sha256', token).update(`${id}.${timestamp}.${body}`).digest()
  const isValid = String(signatures)
    .split(' ')
    .some((one) => one.startsWith('v1,') && isSame(Buffer.from(one.slice(3), 'base64'), expected))
  if (!isValid || !(Math.abs(now - at) <= TOLERANCE_MS)) throw new AppError('badSignature')
}

const isSame = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)
