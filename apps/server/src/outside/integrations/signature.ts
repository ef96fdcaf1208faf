import { createHmac, randomBytes } from 'node:crypto'

// Signatures as Standard Webhooks describes them.

const PREFIX = 'whsec_'

export const newSigningSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/** While a key is being replaced there are two, the newer one first. */
export function signatureHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string | Uint8Array },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.`)
      .update(body)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}

type Sent = { id: number; hash: string }

/** The hash is part of it because a restored database uses revisions again. */
export function messageId(events: readonly Sent[]): string {
  const [first, last] = [events[0], events.at(-1)]
  if (!first || !last) return 'evt_none'
  const range = first.id === last.id ? `${first.id}` : `${first.id}-${last.id}`
  return `evt_${range}_${last.hash.slice(0, 16)}`
}
