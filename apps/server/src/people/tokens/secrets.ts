import { createHash, randomBytes } from 'node:crypto'

/** Only digests are stored. A secret of 256 random bits does not need a slow hash. */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** `<prefix>v2_<selector>_<secret>`: the selector identifies the token in lists and logs, the rest is shown once. */
export function newSecret(prefix: string): { secret: string; selector: string; masked: string } {
  const selector = newSelector()
  const named = `${prefix}v2_${selector}_`
  return { selector, secret: `${named}${randomBytes(32).toString('base64url')}`, masked: `${named}…` }
}

export const newSelector = (): string => randomBytes(16).toString('base64url')

/** The selector in a v2 secret or its masked form. */
export const selectorIn = (text: string): string | undefined =>
  /(?:^|[.:])v2_([\w-]{22})(?:_|$)/.exec(text)?.[1]

/** The key of a stored token: its selector, or the digest of the whole secret. */
export const keyOf = (text: string): string =>
  selectorIn(text) ?? (/^[\w-]{22}$/.test(text) ? text : digestOf(text).toString('hex'))

/** Masks a secret created elsewhere. Short ones show no characters at all, since their end would reveal too much. */
export function mask(secret: string): string {
  const scope = secret.slice(0, secret.indexOf('.') + 1)
  const selector = selectorIn(secret)
  if (selector) return `${scope}v2_${selector}_…`
  return `${scope}…${secret.length - scope.length >= 24 ? secret.slice(-4) : ''}`
}
