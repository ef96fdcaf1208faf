import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

const FORMAT = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const MOST_OPENED_BYTES = 1024 * 1024 * 1024

/**
 * Compresses and encrypts what goes through NATS. `about` says what a message is and where it belongs; it is not part of
 * the message, and a message opens only with the one that it was sealed with. Who runs NATS cannot read messages, and
 * cannot swap them unnoticed.
 */
export type Seal = {
  close(content: Buffer, about: string): Buffer
  /** Throws if the message was damaged, is about something else, or was sealed with another key. */
  open(sealed: Uint8Array, about: string): Buffer
}

export function createSeal(secret: string): Seal {
  const key = createHash('sha256').update(`flagstaff backbone ${secret}`).digest()
  return {
    close(content, about) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
      const body = Buffer.concat([cipher.update(zstdCompressSync(content)), cipher.final()])
      return Buffer.concat([Buffer.from([FORMAT]), nonce, cipher.getAuthTag(), body])
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
      if (bytes[0] !== FORMAT || bytes.length < 1 + NONCE_BYTES + TAG_BYTES)
        throw new SealError('a message of the backbone has an unknown format')
      const nonce = bytes.subarray(1, 1 + NONCE_BYTES)
      const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(about)).setAuthTag(tag)
      try {
        const packed = decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES))
        return zstdDecompressSync(Buffer.concat([packed, decipher.final()]), {
          maxOutputLength: MOST_OPENED_BYTES,
        })
      } catch {
        throw new SealError(
          'a message of the backbone cannot be opened: is BACKBONE_KEY the same everywhere?',
        )
      }
    },
  }
}

export class SealError extends Error {}
