import type { FastifyReply } from 'fastify'

/**
 * Tells the caller about something that was done but may not be what they meant: a JSON list of sentences in the
 * header `x-warnings`, since most answers to changes have no body.
 */
export function warn(reply: FastifyReply, sentences: readonly string[]) {
  if (sentences.length > 0) reply.header('x-warnings', ascii(JSON.stringify(sentences)))
}

/** Headers hold ASCII only; JSON can write everything else in it. */
const ascii = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
