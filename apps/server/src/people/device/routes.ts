import { deviceOperations } from '@flagstaff/contract/operations/device'
import { addressOf } from '@flagstaff/delivery'
import { AppError } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import type { Caller } from '../../platform/write/actor.ts'
import { run } from '../../platform/write/commands.ts'
import { addressKey, nameOf, spend } from '../auth/index.ts'
import { PERSONAL_TOKENS_OFF } from '../tokens/index.ts'
import { issueDeviceToken } from './commands.ts'
import { findApprover, insertGrant, pollGrant } from './queries.ts'
import { codeDigest, newDeviceCode, newUserCode } from './rules.ts'

const MINUTES = 10
const INTERVAL_SECONDS = 5
const DEFAULT_DAYS = 30
/** Rate limits per IP address. Ten devices behind one address can wait at the same time. */
const STARTS_PER_MINUTE = 20
const POLLS_PER_MINUTE = 120

/** Sign-in of devices without a browser (RFC 8628), for callers who have no account yet. */
export async function deviceRoutes(app: App) {
  const serve = routesOf(app, deviceOperations)
  const { settings } = app

  serve('POST /auth/device', async (request, reply) => {
    if (settings.personalTokensOff) throw new AppError('denied', { reason: PERSONAL_TOKENS_OFF })
    const ip = addressOf(request)
    await spend(reply, `device ${addressKey(ip)}`, STARTS_PER_MINUTE)
    const { host, days = DEFAULT_DAYS, propose_only: proposeOnly = false } = request.body
    const [deviceCode, userCode] = [newDeviceCode(), newUserCode()]
    const digests = { digest: codeDigest(deviceCode), userCodeDigest: codeDigest(userCode) }
    const expiresAt = new Date(Date.now() + MINUTES * 60_000)
    const grant = { ...digests, host, ip, days, proposeOnly, expiresAt }
    const stored = await app.note((db) => insertGrant(db, grant))
    if (!stored) throw new AppError('conflict', { reason: 'The code is in use. Try again.' })
    const page = `${settings.url}${settings.basePath}/device`
    return reply.header('cache-control', 'no-store').send({
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?code=${userCode}`,
      interval: INTERVAL_SECONDS,
      expires_in: MINUTES * 60,
    })
  })

  serve('POST /auth/device/token', async (request, reply) => {
    const ip = addressOf(request)
    await spend(reply, `device token ${addressKey(ip)}`, POLLS_PER_MINUTE)
    const digest = codeDigest(request.body.device_code)
    const polled = await app.note((db) => pollGrant(db, digest))
    if (!polled) throw refusal('expired_token')
    if (polled.denied) throw refusal('access_denied')
    if (polled.isEarly) throw refusal('slow_down')
    if (polled.userId === null) throw refusal('authorization_pending')
    const approver = await findApprover(app.read, polled.userId)
    if (!approver) throw refusal('expired_token')
    const caller = limited({ type: 'user', id: approver.id, name: nameOf(approver), ip })
    const token = await app.write(caller, (tx) =>
      run(tx, issueDeviceToken, { digest: digest.toString('hex') }),
    )
    if (!token?.secret) throw refusal('expired_token')
    return reply.header('cache-control', 'no-store').send({
      access_token: token.secret,
      token_type: 'bearer' as const,
      expires_in: Math.round((Date.parse(token.expiresAt) - Date.now()) / 1000),
      token_id: token.id,
      token_name: token.description,
    })
  })
}

/** The user who approved the device, without permissions: nothing but the token is for the device to change. */
const limited = (actor: Caller['actor']): Caller => ({
  actor,
  viewer: { projects: new Set(), userId: actor.id },
  may: () => false,
  mayAnywhere: () => false,
})

const reasons = {
  authorization_pending: 'The device was not approved yet.',
  slow_down: 'The device asks too often. Wait 5 seconds longer between requests.',
  access_denied: 'The sign-in was denied.',
  expired_token: 'The code is unknown, was used or has expired. Start again.',
} as const

const refusal = (error: keyof typeof reasons) =>
  new AppError('badData', { reason: reasons[error] }, { extra: { error, error_description: reasons[error] } })
