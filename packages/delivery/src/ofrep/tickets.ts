import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { Token } from '../store.ts'

const WINDOW_MS = 3_600_000
const NONCE = 12
const TAG = 16
const DIGEST = 32

/**
 * A ticket opens a stream for one to two hours instead of a token, and reveals nothing about it. Providers compare
 * URLs, so a token has one ticket per hour: the nonce is derived from the content.
 */
export function createTickets(secret: Buffer) {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `ticket ${purpose}`, 32))
  const [key, nonceKey] = [derive('seal'), derive('nonce')]
  return {
    issue({ digest }: Token, now = Date.now()): string {
      const window = Buffer.alloc(4)
      window.writeUInt32BE(Math.floor(now / WINDOW_MS) + 2)
      const content = Buffer.concat([Buffer.from(digest, 'hex'), window])
      const nonce = createHmac('sha256', nonceKey).update(content).digest().subarray(0, NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      )
    },
    /** The digest of the token; undefined if the ticket is invalid or has expired. */
    open(ticket: string, now = Date.now()): string | undefined {
      const content = decrypt(key, Buffer.from(ticket, 'base64url'))
      if (!content || content.readUInt32BE(DIGEST) * WINDOW_MS <= now) return undefined
      return content.toString('hex', 0, DIGEST)
    },
  }
}

export type Tickets = ReturnType<typeof createTickets>

function decrypt(key: Buffer, sealed: Buffer): Buffer | undefined {
  if (sealed.length !== NONCE + DIGEST + 4 + TAG) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
    decipher.setAuthTag(sealed.subarray(-TAG))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()])
  } catch {
    return undefined
  }
}
