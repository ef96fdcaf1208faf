/** Headers of flags for backend SDKs, which tell a CDN whether it may keep them. */
export type Caching = { vary: string; cacheControl: string | undefined }

const DAY = 86_400

/**
 * Without seconds nothing is said about caches: shared ones do not keep responses to requests with a token. With them a
 * CDN keeps one response for each token, and serves it for up to a day if it cannot reach the server.
 */
export const cachingFor = (cdnSeconds = 0): Caching =>
  cdnSeconds > 0
    ? {
        vary: 'Accept-Encoding, Authorization, Unleash-Client-Spec',
        cacheControl: `public, max-age=0, s-maxage=${cdnSeconds}, stale-while-revalidate=${cdnSeconds}, stale-if-error=${DAY}`,
      }
    : { vary: 'Accept-Encoding', cacheControl: undefined }
