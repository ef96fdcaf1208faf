import { deviceOperations } from '@flagstaff/contract/operations/device'
import type { FastifyReply } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { refund, spend } from '../auth/index.ts'
import { PERSONAL_TOKENS_OFF } from '../tokens/index.ts'
import { approveDevice, denyDevice, personOf, unknownCode } from './commands.ts'
import { findWaiting } from './queries.ts'
import { codeDigest, readUserCode } from './rules.ts'

const WRONG_CODES = 5

/** For the page on which a signed-in user enters the code of a device. */
export async function deviceAdminRoutes(app: App) {
  const serve = routesOf(app, deviceOperations)

  /** Counts every code before it is looked up, so that parallel guesses are counted too; the right ones are free. */
  async function waiting(reply: FastifyReply, typed: string) {
    const who = `device code ${personOf(reply.request.signedIn())}`
    await spend(reply, who, WRONG_CODES)
    const userCode = readUserCode(typed)
    const digest = codeDigest(userCode)
    const grant = await findWaiting(app.read, digest)
    if (!grant) throw unknownCode()
    await refund(app.note, who)
    return { userCode, digest: digest.toString('hex'), grant }
  }

  serve('POST /api/admin/device/find', async (request, reply) => {
    const { userCode, grant } = await waiting(reply, request.body.userCode)
    const { host, ip, days, proposeOnly, createdAt, expiresAt } = grant
    return {
      userCode,
      host,
      ip,
      days,
      proposeOnly,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }
  })

  serve('POST /api/admin/device/approve', { command: approveDevice }, async (request, reply) => {
    if (app.settings.personalTokensOff) throw new AppError('denied', { reason: PERSONAL_TOKENS_OFF })
    const { digest } = await waiting(reply, request.body.userCode)
    await request.dispatch(approveDevice, { digest })
    return reply.code(204).send()
  })

  serve('POST /api/admin/device/deny', { command: denyDevice }, async (request, reply) => {
    const { digest } = await waiting(reply, request.body.userCode)
    await request.dispatch(denyDevice, { digest })
    return reply.code(204).send()
  })
}
