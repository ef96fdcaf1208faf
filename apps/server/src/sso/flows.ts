import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { SignInProvider, Trial } from '@flagstaff/contract/sso'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reader } from '../platform/database.ts'
import type { Note } from '../platform/note.ts'
import type { Settings } from '../platform/settings.ts'
import { findTrial, insertFlow, insertTrial, takeFlow } from './flow-queries.ts'

/** Sign-ins that may be begun a minute, per address: a whole office may stand behind one. */
export const SIGN_INS_PER_MINUTE = 60
const MINUTES = 10
const TRIAL_MINUTES = 5

/** Why somebody was sent to a provider: to sign in, or to see whether it works. */
export type Purpose = 'sign-in' | 'trial'
export type Flow = { purpose: Purpose; returnTo: string; secret: string }

/**
 * One random secret in a cookie binds a sign-in to the browser that began it. What the provider gets to see is
 * derived from it, so the database needs no more than its digest, and a copy of the database helps nobody.
 */
export async function beginFlow(
  note: Note,
  { provider, purpose, returnTo }: { provider: SignInProvider; purpose: Purpose; returnTo: string },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + MINUTES * 60_000)
  const kind = `${provider} ${purpose}`
  await note((db) => insertFlow(db, { digest: digestOf(secret), kind, returnTo, expiresAt }))
  return secret
}

/** What was begun by this browser with this provider, once. */
export async function endFlow(
  note: Note,
  provider: SignInProvider,
  secret: string | undefined,
): Promise<Flow | undefined> {
  if (!secret) return undefined
  const found = await note((db) => takeFlow(db, digestOf(secret)))
  const [kind, purpose] = found?.kind.split(' ') ?? []
  if (!found || kind !== provider) return undefined
  return { purpose: purpose as Purpose, returnTo: found.returnTo, secret }
}

export type Part = 'state' | 'nonce' | 'verifier' | 'request'

/** Knowing one part tells nothing about another. */
export const derive = (secret: string, part: Part): string =>
  createHmac('sha256', secret).update(part).digest('base64url')

/** Keeps the outcome of a trial for a few minutes; gives the key to it. */
export async function keepTrial(note: Note, result: Trial): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + TRIAL_MINUTES * 60_000)
  await note((db) => insertTrial(db, digestOf(key), result, expiresAt))
  return key
}

export const trialOf = (read: Reader, key: string): Promise<Trial | undefined> =>
  findTrial(read, digestOf(key))

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

type Cookies = Pick<Settings, 'insecureCookies'>

const cookieName = ({ insecureCookies }: Cookies) =>
  insecureCookies ? 'flagstaff-sign-in' : '__Host-flagstaff-sign-in'

/** A SAML provider posts the answer from its own site; browsers send only such cookies along that say they may. */
const cookieFor = ({ insecureCookies }: Cookies, provider: SignInProvider) =>
  ({
    path: '/',
    httpOnly: true,
    secure: !insecureCookies,
    sameSite: provider === 'saml' && !insecureCookies ? 'none' : 'lax',
  }) as const

export const giveFlow = (reply: FastifyReply, settings: Cookies, provider: SignInProvider, secret: string) =>
  reply.setCookie(cookieName(settings), secret, { ...cookieFor(settings, provider), maxAge: MINUTES * 60 })

export const clearFlow = (reply: FastifyReply, settings: Cookies, provider: SignInProvider) =>
  reply.clearCookie(cookieName(settings), cookieFor(settings, provider))

export const flowIn = (request: FastifyRequest, settings: Cookies): string | undefined =>
  request.cookies[cookieName(settings)]
