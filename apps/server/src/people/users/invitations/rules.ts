import { createHash, randomBytes } from 'node:crypto'
import { invalid } from '../../../platform/errors.ts'
import type { Settings } from '../../../platform/settings/settings.ts'

/** A random id, safe to show, and the secret of an invite link. */
export const newInvitation = () => {
  const id = randomBytes(8).toString('hex')
  return { id, secret: randomBytes(32).toString('base64url') }
}

/** Hash of the secret. The id is not a secret and cannot be used to sign up. */
export const invitationDigest = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Limits the expiry to a month from now, and refuses one in the past. */
export function acceptExpiry(wanted: string, now = new Date()): Date {
  const month = new Date(now)
  month.setUTCMonth(month.getUTCMonth() + 1)
  const expiresAt = new Date(Math.min(new Date(wanted).getTime(), month.getTime()))
  if (expiresAt <= now) throw invalid('The link would already be expired. Choose a later time.', 'expiresAt')
  return expiresAt
}

/** Without a secret the URL is masked. */
export const invitationUrl = ({ url, basePath }: Pick<Settings, 'url' | 'basePath'>, secret = '…'): string =>
  `${url}${basePath}/new-user?invite=${secret}`
