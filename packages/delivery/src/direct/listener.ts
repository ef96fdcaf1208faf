import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { secretOf } from '../admission.ts'
import type { Store } from '../store.ts'
import type { Connection, ConnectionReader, DirectOptions } from './answer.ts'
import { answerEvaluations } from './evaluations.ts'
import type { Front } from './front.ts'
import { answerPolls } from './polls.ts'

/**
 * The questions SDKs ask all day, answered before the framework sees them: its share would be a third of what the
 * answer costs. Whatever is not the plain case, and every refusal, is left to the routes, which say the same.
 */
export function answerDirectly(app: FastifyInstance, front: Front, options: DirectOptions) {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  const connectionOf = createConnectionReader(options.store)
  const polls = answerPolls(`${app.prefix}/api/client/features`, connectionOf, options)
  const evaluations = answerEvaluations(`${app.prefix}/api/frontend`, connectionOf, options)
  front.answerFirst((request, response) => {
    const isPlain = request.method === 'GET' && !isClosing
    return isPlain && (polls(request, response) || evaluations(request, response))
  })
}

/** SDKs keep their connection, so its token is looked up once. Nothing of it outlives the connection. */
function createConnectionReader(store: Store): ConnectionReader {
  const open = new WeakMap<Socket, Connection>()
  return ({ headers, socket }) => {
    const header = headers.authorization
    if (!header) return undefined
    const known = open.get(socket)
    // A token that was changed or deleted is another object, or none.
    if (known?.header === header && store.tokenByDigest(known.token.digest) === known.token) return known
    const token = store.token(secretOf({ headers }) ?? '')
    if (!token) return undefined
    const connection = { header, token }
    open.set(socket, connection)
    return connection
  }
}
