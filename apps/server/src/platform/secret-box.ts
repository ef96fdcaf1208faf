import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { invalid } from './errors.ts'

/** Encrypts secrets that the server must use again (identity providers, webhooks), so that a dump reveals none. */
export type SecretBox = { seal(text: string): string; open(sealed: string): string }

/**
 * Envelope encryption: each secret has a random key, which is encrypted with the master key outside the database.
 * Rotating the master key re-encrypts 32 bytes per secret; older master keys are tried in order.
 */
export function openSecretBox(masterKeys: readonly string[]): SecretBox {
  const keys = masterKeys.map((key) => createHash('sha256').update(`flagstaff secret box ${key}`).digest())
  const newest = keys[0]
  return {
    seal(text) {
      if (!newest) throw new Error('set ENCRYPTION_KEY before you store secrets')
      const own = randomBytes(32)
      return [encrypt(newest, own), encrypt(own, Buffer.from(text, 'utf8'))]
        .map((part) => part.toString('base64url'))
        .join('.')
    },
    open(sealed) {
      const [envelope, body] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'))
      for (const key of keys) {
        const own = envelope && decrypt(key, envelope)
        const text = own && body && decrypt(own, body)
        if (text) return text.toString('utf8')
      }
      throw new Error(
        'no key can decrypt this secret: was ENCRYPTION_KEY replaced without keeping the old one?',
      )
    },
  }
}

/** Encrypts a secret that a caller sent, or says what the operator has to do first. */
export function sealSecret(masterKeys: readonly string[], secret: string): string {
  if (masterKeys.length === 0)
    throw invalid(
      'Secrets are stored encrypted, and this server has no encryption key. Set ENCRYPTION_KEY to a long random text and restart the server.',
    )
  return openSecretBox(masterKeys).seal(secret)
}

function encrypt(key: Buffer, text: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, sealed: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    decipher.setAuthTag(sealed.subarray(-16))
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
  } catch {
    return undefined
  }
}
