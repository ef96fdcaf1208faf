import type { ApiToken } from '@flagstaff/contract/tokens'

export const views = ['all', 'backend', 'frontend', 'expiring', 'unused'] as const
export type View = (typeof views)[number]

const DAY = 86_400_000
const SOON = 14 * DAY
const LONG = 90 * DAY

export type Kind = 'backend' | 'frontend' | 'admin'

export const kindOf = ({ type }: ApiToken): Kind => (type === 'client' ? 'backend' : type)

export const isExpiring = ({ expiresAt }: ApiToken, now = Date.now()) =>
  expiresAt ? Date.parse(expiresAt) - now < SOON : false

/** Not used for so long that it can probably be deleted. */
export const isUnused = ({ seenAt, createdAt }: ApiToken, now = Date.now()) =>
  now - Date.parse(seenAt ?? createdAt) > LONG

const tests: Record<View, (token: ApiToken) => boolean> = {
  all: () => true,
  backend: (token) => kindOf(token) === 'backend',
  frontend: (token) => kindOf(token) === 'frontend',
  expiring: (token) => isExpiring(token),
  unused: (token) => isUnused(token),
}

export const inView = (tokens: readonly ApiToken[], view: View) => tokens.filter(tests[view])

/** The public part of the secret, which identifies the token without giving access. */
export const beginningOf = ({ secret }: ApiToken) => {
  const [, marked = ''] = /\.(v2_.{4})/.exec(secret ?? '') ?? []
  return marked ? `${marked}…` : (secret ?? '').replace(/^.*\./, '')
}
