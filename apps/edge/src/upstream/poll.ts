import { digestOf, parseMark, toMark } from '@flagstaff/delivery'
import type { Source } from './source.ts'
import type { Upstream } from './upstream.ts'
import { isRevision, listIn, optionalListIn } from './wire.ts'

/** Polls once. Returns the ETag for the next request. */
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
  const text = await upstream.read(response)
  const tag = response.headers.get('etag') ?? undefined
  const answer = JSON.parse(text) as { meta?: unknown }
  const features = listIn(answer, 'features')
  const at = markIn(tag) ?? toMark(nextRevision(source, answer.meta), digestOf(text))
  source.replace(features, optionalListIn(answer, 'segments'), at)
  source.heard()
  // Without the ETag, so that a response that is held back is sent in full again.
  return source.held ? undefined : tag
}

/** The mark in an ETag of Flagstaff, `"<query>:<state>:<format>"`. */
const markIn = (etag: string | undefined) => parseMark(etag?.split(':')[1])

const nextRevision = (source: Source, meta: unknown): number =>
  revisionOf(meta) ?? (source.mark?.revision ?? 0) + 1

const revisionOf = (meta: unknown): number | undefined => {
  const revision = (meta as { revisionId?: unknown } | undefined)?.revisionId
  return isRevision(revision) ? revision : undefined
}
