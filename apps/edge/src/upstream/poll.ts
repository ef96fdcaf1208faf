import type { ClientFeatures } from '@flagstaff/contract/client'
import type { Source } from './source.ts'
import type { Upstream } from './upstream.ts'

/** Asks once. Gives the tag to ask with next time. */
export async function ask(
  upstream: Upstream,
  source: Source,
  etag: string | undefined,
): Promise<string | undefined> {
  const response = await upstream.get('/api/client/features', source.secret, {
    headers: { 'unleash-client-spec': '5.2.0', ...(etag ? { 'if-none-match': etag } : {}) },
  })
  if (response.status === 304) {
    source.heard()
    return etag
  }
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`upstream answered ${response.status}`)
  }
  const {
    features,
    segments = [],
    meta,
  } = (await response.json()) as ClientFeatures & {
    meta?: unknown
  }
  if (!Array.isArray(features)) throw new Error('upstream answered something that holds no flags')
  source.replace(features, segments ?? [], revisionOf(meta) ?? (source.revision ?? 0) + 1)
  return response.headers.get('etag') ?? undefined
}

const revisionOf = (meta: unknown): number | undefined => {
  const revision = (meta as { revisionId?: unknown } | undefined)?.revisionId
  return typeof revision === 'number' ? revision : undefined
}
