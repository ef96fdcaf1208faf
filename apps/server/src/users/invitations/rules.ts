import { createHash, randomBytes } from 'node:crypto'
import { invalid } from '../../platform/errors.ts'
import type { Settings } from '../../platform/settings.ts'

/** What the link is found by, and what it is called where its secret must not be seen. */
export const newInvitation = () => {
  const id = randomBytes(8).toString('hex')
  return { id, secret: randomBytes(32).toString('base64url') }
}

/** Of the secret; the id, which is no secret, opens nothing. */
export const invitationDigest = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** At most a month from now. A link that is over already would only confuse. */
export function acceptExpiry(wanted: string, now = new Date()): Date {
  const month = new Date(now)
  month.setUTCMonth(month.getUTCMonth() + 1)
  const expiresAt = new Date(Math.min(new Date(wanted).getTime(), month.getTime()))
  if (expiresAt <= now) throw invalid('The link would be over already. Choose a later time.', 'expiresAt')
  return expiresAt
}

/** Without a secret the address is masked. */
export const invitationUrl = ({ url, basePath }: Pick<Settings, 'url' | 'basePath'>, secret = '…'): string =>
  `${url}${basePath}/new-user?invite=${secret}`
