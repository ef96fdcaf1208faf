import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { AppError } from '../errors.ts'
import type { Tx } from './write.ts'

export type Claim = { key: string; actor: string; path: string; body: unknown }

/**
 * Does the work once per idempotency key. The key is claimed in the transaction of the work: a concurrent request waits
 * for the first one and gets its result. The result can contain a secret, so only the caller can decrypt it.
 */
export async function once<T>(tx: Tx, claim: Claim, work: () => Promise<T>): Promise<T> {
  const digest = sha256(['flagstaff', claim.actor, claim.path, claim.key])
  // HMAC instead of a plain hash: the body can contain a password, which could be guessed from a hash.
  const bodyDigest = createHmac('sha256', keyFor(claim))
    .update(JSON.stringify(claim.body ?? null))
    .digest()
  const claimed = await tx.db
    .insertInto('idempotency_keys')
    .values({ digest, body_digest: bodyDigest })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('digest')
    .executeTakeFirst()
  if (claimed) {
    const result = await work()
    await tx.db
      .updateTable('idempotency_keys')
      .set({ answer: seal(claim, JSON.stringify(result ?? null)) })
      .where('digest', '=', digest)
      .execute()
    return result
  }
  const before = await tx.db
    .selectFrom('idempotency_keys')
    .select(['body_digest', 'answer'])
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow()
  if (!before.body_digest.equals(bodyDigest)) {
    throw new AppError('conflict', {
      reason: 'This Idempotency-Key was already used with a different body. Use a new key.',
    })
  }
  return JSON.parse(open(claim, before.answer ?? Buffer.alloc(0))) as T
}

const sha256 = (parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest()

const keyFor = (claim: Claim) =>
  Buffer.from(hkdfSync('sha256', claim.key, claim.actor, `idempotent answer ${claim.path}`, 32))

function seal(claim: Claim, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(claim), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function open(claim: Claim, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(claim), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}
