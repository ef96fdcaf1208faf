import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { secretOf } from '../admission.ts'
import type { Store } from '../store.ts'
import type { Answer, Connection, ConnectionReader, DirectOptions } from './answer.ts'
import { answerEvaluations } from './evaluations.ts'
import type { Front } from './front.ts'
import { answerPolls } from './polls.ts'
import { createDirectTimings } from './timings.ts'

/**
 * The fast path: handles the most frequent SDK requests before Fastify, which would add a third to their cost. All
 * other requests, and every refusal, are left to the routes, which give the same responses.
 */
export function answerDirectly(app: FastifyInstance, front: Front, options: DirectOptions) {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  const connectionOf = createConnectionReader(options.store)
  const { timings = createDirectTimings() } = options
  const measured = (path: string, answer: Answer) => ({ answer, record: timings.recorder(path) })
  const [features, frontend] = [`${app.prefix}/api/client/features`, `${app.prefix}/api/frontend`]
  const polls = measured(features, answerPolls(features, connectionOf, options))
  const evaluations = measured(frontend, answerEvaluations(frontend, connectionOf, options))
  front.answerFirst((request, response) => {
    if (request.method !== 'GET' || isClosing) return false
    const began = timings.begin()
    if (polls.answer(request, response)) polls.record(response.statusCode, began)
    else if (evaluations.answer(request, response)) evaluations.record(response.statusCode, began)
    else return false
    return true
  })
}

/** SDKs keep their connection open, so its token is looked up once. The cache ends with the connection. */
function createConnectionReader(store: Store): ConnectionReader {
  const open = new WeakMap<Socket, Connection>()
  return ({ headers, socket }) => {
    const header = headers.authorization
    if (!header) return undefined
    const known = open.get(socket)
    // A token that was changed is a different object; one that was deleted is undefined.
    if (known?.header === header && store.tokenByDigest(known.token.digest) === known.token) return known
    const token = store.token(secretOf({ headers }) ?? '')
    if (!token) return undefined
    const connection = { header, token }
    open.set(socket, connection)
    return connection
  }
}
