import { createHash, randomBytes } from 'node:crypto'

/** Only digests are stored: a secret of 256 random bits needs no slow hash. */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** `<prefix>v2_<selector>_<secret>`: the selector names the token in lists and logs, the rest is shown once. */
export function newSecret(prefix: string): { secret: string; selector: string; masked: string } {
  const selector = newSelector()
  const named = `${prefix}v2_${selector}_`
  return { selector, secret: `${named}${randomBytes(32).toString('base64url')}`, masked: `${named}…` }
}

export const newSelector = (): string => randomBytes(16).toString('base64url')

/** The selector inside a secret of the second generation, or inside its masked form. */
export const selectorIn = (text: string): string | undefined =>
  /(?:^|[.:])v2_([\w-]{22})(?:_|$)/.exec(text)?.[1]

/** By what a stored token is found: its selector, or else the digest of the whole secret. */
export const keyOf = (text: string): string =>
  selectorIn(text) ?? (/^[\w-]{22}$/.test(text) ? text : digestOf(text).toString('hex'))

/** What remains visible of a secret that somebody else made up; short ones would be given away by their end. */
export function mask(secret: string): string {
  const scope = secret.slice(0, secret.indexOf('.') + 1)
  const selector = selectorIn(secret)
  if (selector) return `${scope}v2_${selector}_…`
  return `${scope}…${secret.length - scope.length >= 24 ? secret.slice(-4) : ''}`
}
