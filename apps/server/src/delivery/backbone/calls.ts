import { type Backbone, closeAnswer, openCall, type Seal } from '@flagstaff/backbone'
import type { Logger } from 'pino'
import type { Post } from './post.ts'

/** What nodes may send through the backbone; everything else goes over HTTP. */
const paths = new Set(['/api/client/metrics/bulk', '/api/client/metrics/edge'])

type Parts = { seal: Seal; instance: string; post: Post; logger: Logger }

/** Answers the reports of nodes. What cannot be opened gets no answer; the node then sends it over HTTP. */
export function answerCalls(backbone: Backbone, { seal, instance, post, logger }: Parts): () => void {
  let lastError = ''
  return backbone.onCall(async (message) => {
    try {
      const { id, call } = openCall({ seal, instance }, message)
      if (!paths.has(call.path)) throw new Error(`a node sent a report to ${call.path}`)
      return closeAnswer({ seal, instance, id }, await post(call))
    } catch (error) {
      const text = String(error)
      if (text !== lastError) logger.warn({ err: text }, 'a report of a node was not taken')
      lastError = text
      return undefined
    }
  })
}
