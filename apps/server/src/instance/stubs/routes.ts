import { adminUiOperations } from '@flagstaff/contract/operations/admin-ui'
import { spend } from '../../people/auth/index.ts'
import { accountOf } from '../../people/tokens/index.ts'
import { limitReached } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { findSetting } from '../settings/queries.ts'
import { createErrorLog, cut } from './error-log.ts'
import { insertFeedback, listFeedback, replaceMark } from './queries.ts'

const MOST_MARKS = 200
const FEEDBACK_PER_MINUTE = 10
const MESSAGE_LENGTH = 1_000
const STACK_LENGTH = 4_000

/** For interfaces and scripts that were written for Unleash. */
export async function stubRoutes(app: App) {
  const serve = routesOf(app, adminUiOperations)
  const errors = createErrorLog()
  // A mark is bookkeeping of one account, so it has no event.
  const mark = async (one: Parameters<typeof replaceMark>[1]) => {
    await app.note(async (db) => {
      if (!(await replaceMark(db, one, MOST_MARKS))) throw limitReached('marks', MOST_MARKS)
    })
  }
  const markFeedback = async (
    userId: number,
    id: string,
    value: { neverShow: boolean; given: string | null },
  ) => {
    await mark({ userId, kind: 'feedback', id, value })
    return { userId, feedbackId: id, ...value }
  }

  serve('POST /api/admin/splash/:id', async (request) => {
    const userId = accountOf(request.signedIn())
    const { id } = request.params
    await mark({ userId, kind: 'splash', id, value: { seen: true } })
    return { userId, splashId: id, seen: true }
  })

  serve('POST /api/admin/feedback', (request) => {
    const { feedbackId, neverShow = false } = request.body
    const given = new Date().toISOString()
    return markFeedback(accountOf(request.signedIn()), feedbackId, { neverShow, given })
  })

  serve('PUT /api/admin/feedback/:id', (request) => {
    const { neverShow = false, given = null } = request.body
    return markFeedback(accountOf(request.signedIn()), request.params.id, { neverShow, given })
  })

  serve('GET /api/admin/feedback', () => listFeedback(app.read))

  serve('POST /api/admin/record-ui-error', async (request, reply) => {
    const { actor } = request.signedIn()
    const { errorMessage, errorStack = '' } = request.body
    if (errors.admits(actor.id))
      request.log.warn(
        {
          account: actor.id,
          message: cut(errorMessage, MESSAGE_LENGTH),
          stack: cut(errorStack, STACK_LENGTH),
        },
        'error in the user interface',
      )
    return reply.code(204).send()
  })

  serve('GET /api/admin/telemetry/settings', async () => ({
    versionInfoCollectionEnabled: false,
    featureInfoCollectionEnabled: false,
  }))

  const license = async () => ({
    isValid: true,
    type: 'self-hosted',
    plan: 'flagstaff',
    instanceId: (await findSetting(app.read, 'instance'))?.id ?? '',
    resources: {},
  })
  serve('GET /api/admin/license', license)
  serve('POST /api/admin/license', async (_request, reply) =>
    reply
      .code(201)
      .header('location', 'license')
      .send(await license()),
  )
  serve('GET /api/admin/license/check', async () => ({ isValid: true }))
}

/** Outside of the admin API, so the caller is identified here. */
export async function feedbackRoutes(app: App) {
  const serve = routesOf(app, adminUiOperations)
  const options = {
    onRequest: async (request: Parameters<typeof app.identify>[0]) => {
      request.caller = await app.identify(request)
    },
  }
  serve('POST /feedback', options, async (request, reply) => {
    await spend(reply, `feedback ${request.signedIn().actor.id}`, FEEDBACK_PER_MINUTE)
    return app.note((db) => insertFeedback(db, request.body))
  })
}
