import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Answer } from './answer.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
type ServerOptions = { keepAliveTimeout?: number; requestTimeout?: number; connectionTimeout?: number }

/** What stands before the framework: it is given to Fastify as `serverFactory`, and later told what to answer. */
export type Front = {
  serverFactory(handler: Handler, options: ServerOptions): Server
  /** From now on the framework sees only what this leaves. */
  answerFirst(answer: Answer): void
}

export function createFront(): Front {
  let answer: Answer = () => false
  return {
    serverFactory(handler, { keepAliveTimeout = 0, requestTimeout = 0, connectionTimeout = 0 }) {
      const server = createServer((request, response) => {
        if (!answer(request, response)) handler(request, response)
      })
      // Fastify sets these only on servers that it makes itself.
      server.keepAliveTimeout = keepAliveTimeout
      server.requestTimeout = requestTimeout
      return server.setTimeout(connectionTimeout)
    },
    answerFirst(first) {
      answer = first
    },
  }
}
