import type { FastifyReply } from 'fastify'

/** Headers of flags for backend SDKs, which tell caches whether they may keep them. */
export type Caching = { vary: string; cacheControl: string }

const DAY = 86_400
const PRIVATE = 'private, no-cache'

/**
 * Without seconds only the client may keep its flags: a proxy that caches anyway would give the flags of one
 * token to everybody. With them a CDN keeps one response for each token, and serves it for up to a day if it cannot
 * reach the server.
 */
export const cachingFor = (cdnSeconds = 0): Caching => ({
  vary: 'Accept-Encoding, Authorization, Unleash-Client-Spec',
  cacheControl:
    cdnSeconds > 0
      ? `public, max-age=0, s-maxage=${cdnSeconds}, stale-while-revalidate=${cdnSeconds}, stale-if-error=${DAY}`
      : PRIVATE,
})

/** For other responses to a token. */
export const forItsToken = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', PRIVATE).header('vary', 'Authorization')
