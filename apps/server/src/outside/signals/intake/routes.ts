import { isTooDeep, TOO_DEEP } from '@flagstaff/contract/nesting'
import { signalsOperations } from '@flagstaff/contract/operations/signals'
import { MOST_SIGNAL_BYTES } from '@flagstaff/contract/signals'
import type { FastifyRequest } from 'fastify'
import { digestOf } from '../../../people/tokens/index.ts'
import { AppError, invalid, notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { tokenOf } from '../../../platform/http/token.ts'
import { findSender, type Sender, storeSignal } from './queries.ts'
import { checkSignature } from './signature.ts'

const SECOND = 1_000
const MOST_KEY = 200

/** What a call has shown so far. */
type Call = { sender: Sender; token: string; body: string }

/** Other systems call this. A body is read only if the token is valid. */
export async function intakeRoutes(app: App) {
  const serve = routesOf(app, signalsOperations)
  const calls = new WeakMap<FastifyRequest, Call>()
  /** The last call of each endpoint that this process stored. The database knows those of all servers. */
  const last = new Map<number, { at: number; key: string | undefined }>()

  // Signatures are of the text. An empty body is an empty object.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const call = calls.get(request)
    if (call) call.body = text as string
    if (text === '') return done(null, {})
    if (isTooDeep(text as string)) return done(invalid(TOO_DEEP))
    try {
      done(null, JSON.parse(text as string))
    } catch {
      done(invalid('The body is not valid JSON.'))
    }
  })

  async function enter(request: FastifyRequest) {
    const token = tokenOf(request)
    const sender = token === undefined ? undefined : await findSender(app.read, digestOf(token))
    if (token === undefined || !sender) throw new AppError('badToken')
    const { name } = request.params as { name: string }
    if (sender.name !== name || !sender.enabled) throw notFound('signal endpoint', name)
    const before = last.get(sender.endpoint)
    const key = keyOf(request)
    if (before && Date.now() - before.at < SECOND && (key === undefined || key !== before.key))
      throw new AppError('tooMany', { seconds: 1 })
    calls.set(request, { sender, token, body: '' })
    if (!request.headers['content-type']) request.body = {}
  }

  serve(
    'POST /api/signal-endpoint/:name',
    { bodyLimit: MOST_SIGNAL_BYTES, onRequest: enter },
    async (request, reply) => {
      const call = calls.get(request)
      if (!call) throw new AppError('badToken')
      checkSignature(call.token, request.headers, call.body)
      const key = keyOf(request)
      const received = await app.note((db) => storeSignal(db, call.sender, { key, payload: request.body }))
      if (received === 'too soon') throw new AppError('tooMany', { seconds: 1 })
      if (received === 'revoked') throw new AppError('badToken')
      if (received === 'stored') last.set(call.sender.endpoint, { at: Date.now(), key })
      return reply.code(200).send()
    },
  )
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = [headers['idempotency-key'] ?? headers['webhook-id']].flat()[0]
  if (key !== undefined && key.length > MOST_KEY)
    throw invalid(`An Idempotency-Key can have at most ${MOST_KEY} characters.`)
  return key || undefined
}
