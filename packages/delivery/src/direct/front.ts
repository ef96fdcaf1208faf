import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Answer } from './answer.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
type ServerOptions = { keepAliveTimeout?: number; requestTimeout?: number; connectionTimeout?: number }

/** Runs before Fastify, to which it is passed as `serverFactory`; the handler is set later. */
export type Front = {
  serverFactory(handler: Handler, options: ServerOptions): Server
  /** From now on Fastify only sees requests that this handler leaves. */
  answerFirst(answer: Answer): void
}

export function createFront(): Front {
  let answer: Answer = () => false
  return {
    serverFactory(handler, { keepAliveTimeout = 0, requestTimeout = 0, connectionTimeout = 0 }) {
      const server = createServer((request, response) => {
        if (!answer(request, response)) handler(request, response)
      })
      // Fastify sets these only on servers that it creates itself.
      server.keepAliveTimeout = keepAliveTimeout
      server.requestTimeout = requestTimeout
      return server.setTimeout(connectionTimeout)
    },
    answerFirst(first) {
      answer = first
    },
  }
}
