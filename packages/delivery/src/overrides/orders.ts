import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'

/** An order to serve a flag as off in an environment, until the next change of the flag there. */
export type OverrideOrder = {
  id: string
  flag: string
  environment: string
  reason: string
  /** When it was signed, in ISO 8601. */
  at: string
}

const PREFIX = 'flagstaff-override'
/** What DER puts before the 32 bytes of an Ed25519 key. */
const PRIVATE_DER = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex')

/** The key that signs orders, derived from a secret of the installation. */
const privateKeyOf = (secret: string): KeyObject => {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'flagstaff override', 32))
  return createPrivateKey({ key: Buffer.concat([PRIVATE_DER, seed]), format: 'der', type: 'pkcs8' })
}

/** The key that verifies orders, for processes that must not be able to sign them. */
export const overrideKeyOf = (secret: string): string =>
  createPublicKey(privateKeyOf(secret))
    .export({ format: 'der', type: 'spki' })
    .subarray(PUBLIC_DER.length)
    .toString('base64url')

export function signOrder(order: OverrideOrder, secret: string): string {
  const content = `${PREFIX}.${Buffer.from(JSON.stringify(order)).toString('base64url')}`
  return `${content}.${sign(null, Buffer.from(content), privateKeyOf(secret)).toString('base64url')}`
}

/** The order in a signed text; undefined if none of these keys signed it. */
export function readOrder(text: string, keys: readonly string[]): OverrideOrder | undefined {
  const [prefix, content, signature, ...rest] = text.split('.')
  if (prefix !== PREFIX || !content || !signature || rest.length > 0) return undefined
  const signed = Buffer.from(`${prefix}.${content}`)
  const isGenuine = keys.some((key) =>
    verify(null, signed, publicKeyOf(key), Buffer.from(signature, 'base64url')),
  )
  return isGenuine
    ? (JSON.parse(Buffer.from(content, 'base64url').toString('utf8')) as OverrideOrder)
    : undefined
}

export const isOverrideKey = (key: string): boolean => Buffer.from(key, 'base64url').length === 32

const publicKeyOf = (key: string): KeyObject =>
  createPublicKey({
    key: Buffer.concat([PUBLIC_DER, Buffer.from(key, 'base64url')]),
    format: 'der',
    type: 'spki',
  })
