import type { FastifyReply } from 'fastify'

/**
 * Warns the caller that a successful change may not be what they meant: a JSON list of sentences in the `x-warnings`
 * header, since most responses to changes have no body.
 */
export function warn(reply: FastifyReply, sentences: readonly string[]) {
  if (sentences.length > 0) reply.header('x-warnings', ascii(JSON.stringify(sentences)))
}

/** Escapes everything but ASCII, since headers cannot contain it. */
const ascii = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
