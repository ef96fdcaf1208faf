import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts text with a key derived from a secret that is not stored. Only a caller who sends the secret again can
 * decrypt it; the database and the server do not keep the key.
 */
export type Vault = {
  /** Identifies the vault without revealing the secret. */
  holder: Buffer
  /** Encrypts the text; decrypting it needs the same label. */
  seal(text: string, label: string): Buffer
  /** Undefined if the text was not encrypted by this vault. */
  open(sealed: Buffer, label: string): string | undefined
}

const derive = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `flagstaff vault ${purpose}`, 32))

export function openVault(secret: string): Vault {
  const key = derive(secret, 'key')
  return {
    holder: derive(secret, 'holder'),
    seal(text, label) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label))
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, label) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
        decipher.setAAD(Buffer.from(label)).setAuthTag(sealed.subarray(-16))
        return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
