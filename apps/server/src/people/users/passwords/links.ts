import { createHash, randomBytes } from 'node:crypto'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { insertLink, removeLinksOf } from './queries.ts'

/** For links that an administrator creates and hands over. */
export const LINK_HOURS = 24
/** For reset links, which anyone can request and which stay in a mailbox. */
export const RESET_HOURS = 1

export const newLink = (): string => randomBytes(32).toString('base64url')

export const linkDigest = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Creates a password link for an account and deletes its earlier links. Returns the secret. */
export async function createLink(tx: Tx, userId: number): Promise<string> {
  const secret = newLink()
  await removeLinksOf(tx.db, userId)
  await insertLink(tx.db, { digest: linkDigest(secret), userId, createdBy: tx.actor.name, hours: LINK_HOURS })
  return secret
}

/** The host always comes from the settings, never from the request. */
export const addressOf = (
  { url, basePath }: Pick<Settings, 'url' | 'basePath'>,
  page: 'new-user' | 'reset-password' | 'setup',
  secret: string,
): string => `${url}${basePath}/${page}?token=${secret}`
