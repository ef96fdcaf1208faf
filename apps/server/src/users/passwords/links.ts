import { createHash, randomBytes } from 'node:crypto'
import type { Settings } from '../../platform/settings.ts'
import type { Tx } from '../../platform/write.ts'
import { insertLink, removeLinksOf } from './queries.ts'

/** For links that an administrator makes, and hands over in their own way. */
export const LINK_HOURS = 24
/** For links that anybody can ask for, and that lie in a mailbox. */
export const RESET_HOURS = 1

export const newLink = (): string => randomBytes(32).toString('base64url')

export const linkDigest = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A link by which the owner of an account chooses a password; the ones before it end. Gives its secret. */
export async function createLink(tx: Tx, userId: number): Promise<string> {
  const secret = newLink()
  await removeLinksOf(tx.db, userId)
  await insertLink(tx.db, { digest: linkDigest(secret), userId, createdBy: tx.actor.name, hours: LINK_HOURS })
  return secret
}

/** The address is always the one of the settings, never one that a caller sent along. */
export const addressOf = (
  { url, basePath }: Pick<Settings, 'url' | 'basePath'>,
  page: 'new-user' | 'reset-password' | 'setup',
  secret: string,
): string => `${url}${basePath}/${page}?token=${secret}`
