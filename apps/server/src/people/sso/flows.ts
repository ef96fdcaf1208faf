import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { SignInProvider, Trial } from '@flagstaff/contract/sso'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reader } from '../../platform/database/database.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { Note } from '../../platform/write/note.ts'
import { findTrial, insertFlow, insertTrial, takeFlow } from './flow-queries.ts'

/** Rate limit for starting sign-ins, per IP address: a whole office can share one. */
export const SIGN_INS_PER_MINUTE = 60
const MINUTES = 10
const TRIAL_MINUTES = 5

/** Why a person was sent to a provider: to sign in, or for a trial (test sign-in). */
export type Purpose = 'sign-in' | 'trial'
export type Flow = { purpose: Purpose; returnTo: string; secret: string }

/**
 * A random secret in a cookie binds a sign-in to the browser that started it. State and nonce are derived from it, so
 * the database only stores its digest and cannot leak it.
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

/** The flow that this browser started with this provider; works once. */
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

/** A derived value reveals nothing about the other ones. */
export const derive = (secret: string, part: Part): string =>
  createHmac('sha256', secret).update(part).digest('base64url')

/** Stores the result of a trial for a few minutes, and returns its key. */
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

/** SAML providers post the response from their own site, which needs a `SameSite=None` cookie. */
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
