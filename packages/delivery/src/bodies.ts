import { hash } from 'node:crypto'
import { compress, type Encoding } from './encodings.ts'
import type { EnvironmentState } from './environment.ts'
import { inlined, type Piece, segmentText } from './pieces.ts'
import type { Projects, Store } from './store.ts'

/** A query of the client API. Without filters it is a view, shared by all clients with the same scope. */
export type Query = {
  environment: string
  projects: Projects
  /** Segments are inlined into the rules, for SDKs without support for them. */
  inline: boolean
  namePrefix?: string | undefined
  tags?: readonly [string, string][] | undefined
  /** Precomputed cache key, for repeated queries. */
  key?: string
}

export type Body = { etag: string; identity: Buffer; encoded(encoding: Encoding): Buffer | Promise<Buffer> }

export type Bodies = {
  /** The current ETag of this query, without creating the body. */
  etag(query: Query): string
  /** Pass the current ETag if it is known. */
  body(query: Query, etag?: string): Body
}

const FORMAT = 'v1'

type ViewOptions = { mostBytes?: number; compress?: typeof compress }

/** Cache of response bodies for every view in use, until their revision changes, with a size limit. */
export function createBodies(store: Store, options: ViewOptions = {}): Bodies {
  const { mostBytes = 256 * 1024 * 1024 } = options
  const kept = new Map<string, Body & { size: number }>()
  let bytes = 0

  const drop = (key: string) => {
    bytes -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }
  const keep = (key: string, body: Body & { size: number }) => {
    drop(key)
    kept.set(key, body)
    bytes += body.size
    for (const oldest of kept.keys()) {
      if (bytes <= mostBytes || oldest === key) break
      drop(oldest)
    }
  }
  return {
    etag: (query) => etagOf(store, query),
    body(query, etag = etagOf(store, query)) {
      if (query.namePrefix !== undefined || query.tags)
        return toBody(etag, write(store, query, etag), options)
      const key = keyOf(query)
      const found = kept.get(key)
      if (found?.etag === etag) return found
      const onGrow = (more: number) => {
        if (kept.get(key) !== fresh) return
        fresh.size += more
        bytes += more
      }
      const fresh = toBody(etag, write(store, query, etag), { ...options, onGrow })
      keep(key, fresh)
      return fresh
    },
  }
}

type BodyOptions = Pick<ViewOptions, 'compress'> & { onGrow?: (bytes: number) => void }

function toBody(etag: string, text: string, options: BodyOptions): Body & { size: number } {
  const identity = Buffer.from(text)
  const made = new Map<Encoding, Buffer | Promise<Buffer>>([['identity', identity]])
  const make = async (encoding: Exclude<Encoding, 'identity'>) => {
    try {
      const bytes = await (options.compress ?? compress)(identity, encoding)
      made.set(encoding, bytes)
      options.onGrow?.(bytes.length)
      return bytes
    } catch (error) {
      made.delete(encoding)
      throw error
    }
  }
  return {
    etag,
    identity,
    size: identity.length,
    encoded(encoding) {
      const known = made.get(encoding)
      if (known || encoding === 'identity') return known ?? identity
      const pending = make(encoding)
      // The request that started it may be gone: avoid an unhandled rejection.
      pending.catch(() => {})
      made.set(encoding, pending)
      return pending
    },
  }
}

export const keyOf = ({ environment, projects, inline, key }: Query): string =>
  key ?? `${environment}\n${inline ? 1 : 0}\n${projects === '*' ? '*' : projects.join('\n')}`

const hashes = new Map<string, string>()
const MOST_HASHES = 10_000

function queryHash(store: Store, query: Query): string {
  const { namePrefix = null, tags = null } = query
  const text = `${FORMAT} ${store.epoch} ${keyOf(query)} ${namePrefix === null && !tags ? '' : JSON.stringify([namePrefix, tags])}`
  const known = hashes.get(text)
  if (known) return known
  if (hashes.size >= MOST_HASHES) hashes.clear()
  const fresh = hash('sha256', text, 'hex').slice(0, 8)
  hashes.set(text, fresh)
  return fresh
}

const etagOf = (store: Store, query: Query): string =>
  `"${queryHash(store, query)}:${store.head(query.environment, query.projects).tag}:${FORMAT}"`

/** Joins the body from pieces. */
function write(store: Store, query: Query, etag: string): string {
  const environment = store.environment(query.environment)
  const pieces = select(store, query)
  const { segments } = environment
  const features = pieces.map((piece) => (query.inline ? inlined(piece, segments) : piece.text))
  const used = query.inline ? [] : usedSegments(segments, pieces)
  const echoed = JSON.stringify({
    ...(query.projects === '*' ? {} : { project: query.projects }),
    ...(query.namePrefix === undefined ? {} : { namePrefix: query.namePrefix }),
    ...(query.tags ? { tag: query.tags } : {}),
    environment: query.environment,
    inlineSegmentConstraints: query.inline,
  })
  const meta = JSON.stringify({
    revisionId: store.head(query.environment, query.projects).revision,
    etag,
    queryHash: queryHash(store, query),
  })
  return `{"version":2,"features":[${features.join(',')}]${query.inline ? '' : `,"segments":[${used.join(',')}]`},"query":${echoed},"meta":${meta}}`
}

/** The segments that these flags use, serialised and sorted by id. */
export const usedSegments = (segments: EnvironmentState['segments'], pieces: readonly Piece[]): string[] =>
  [...new Set(pieces.flatMap((piece) => piece.segments))]
    .sort((a, b) => a - b)
    .flatMap((id) => segments.get(id) ?? [])
    .map(segmentText)

/** The flags of a query, sorted by name. */
export function select(
  store: Store,
  { environment, projects, namePrefix, tags }: Omit<Query, 'inline'>,
): Piece[] {
  const scope = projects === '*' ? undefined : new Set(projects)
  const inScope: Piece[] = []
  for (const name of store.names(environment)) {
    const piece = store.piece(environment, name)
    if (piece && (!scope || scope.has(piece.project))) inScope.push(piece)
  }
  if (namePrefix === undefined && !tags) return inScope
  const wanted = inScope.filter(
    (piece) =>
      (namePrefix === undefined || piece.name.startsWith(namePrefix)) &&
      (!tags || tags.some(([type, value]) => piece.tags.some((tag) => tag[0] === type && tag[1] === value))),
  )
  // Include parents: a child without its parent would silently be off.
  const parents = new Set(wanted.flatMap((piece) => piece.parents))
  const chosen = new Set(wanted)
  return inScope.filter((piece) => chosen.has(piece) || parents.has(piece.name))
}
