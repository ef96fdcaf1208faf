import { createHmac, timingSafeEqual } from 'node:crypto'
import { securityKinds } from '@flagstaff/contract/notifications'
import type { Letter } from '../../../people/mail/index.ts'
import type { Settings } from '../../../platform/settings/settings.ts'

/** The name of the daily email in its unsubscribe link. */
export const DIGEST = 'digest'

/** Adds how to end such emails: in the preferences, and with one click unless they are about security. */
export function withUnsubscribe(
  settings: Settings,
  letter: Letter,
  userId: number,
  subscription: string,
): Letter {
  const home = `${settings.url}${settings.basePath}`
  const token = securityKinds.includes(subscription)
    ? undefined
    : unsubscribeToken(settings, userId, subscription)
  return {
    ...letter,
    notes: [
      ...letter.notes,
      `You can choose which emails you get in your notification settings: ${home}/profile/notifications`,
    ],
    ...(token === undefined ? {} : { unsubscribe: `${home}/unsubscribe/${token}` }),
  }
}

type Keys = Pick<Settings, 'encryptionKeys'>

const sign = (key: string, text: string) =>
  createHmac('sha256', `flagstaff unsubscribe ${key}`).update(text).digest()

/**
 * Names the account and the email, signed: anyone who has the email can end it without signing in. Undefined without a
 * key: anything else that the server knows could be guessed with the signature.
 */
export function unsubscribeToken(
  { encryptionKeys: [key] }: Keys,
  userId: number,
  subscription: string,
): string | undefined {
  if (key === undefined) return undefined
  const text = `${userId}:${subscription}`
  const signature = sign(key, text)
  return `${Buffer.from(text).toString('base64url')}.${signature.toString('base64url')}`
}

/** Undefined if the server did not sign it. Links signed with an older key keep working. */
export function readUnsubscribeToken(
  { encryptionKeys }: Keys,
  token: string,
): { userId: number; subscription: string } | undefined {
  const [body = '', signature = ''] = token.split('.')
  const text = Buffer.from(body, 'base64url').toString()
  const given = Buffer.from(signature, 'base64url')
  const isSigned = encryptionKeys.some((key) => {
    const expected = sign(key, text)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  const [, userId, subscription] = /^(\d{1,10}):([a-z-]+)$/.exec(text) ?? []
  return isSigned && userId && subscription ? { userId: Number(userId), subscription } : undefined
}
