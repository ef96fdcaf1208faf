import { hash } from 'node:crypto'
import { select } from './bodies.ts'
import { type DigestEntry, digestEntries } from './digest.ts'
import type { Projects, Store } from './store.ts'

/** Number of documents to hash before yielding to other requests. */
const AT_ONCE = 500

/** Cached as long as the document, so that only changes are hashed. */
const hashes = new WeakMap<object, string>()

function contentHash(document: object, text: () => unknown): string {
  const known = hashes.get(document)
  if (known) return known
  const fresh = hash('sha256', JSON.stringify(sorted(text())), 'hex')
  hashes.set(document, fresh)
  return fresh
}

/** Servers and edges write the same fields in different order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]))
}

export type View = { environment: string; projects: Projects }

/** A digest of all flags and segments that a client of these projects gets: equal if the content is equal. */
export async function viewDigest(store: Store, view: View): Promise<string> {
  let done = 0
  for (const _ of entriesOf(store, view))
    if (++done % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
  // By now nearly all hashes are cached, so this runs synchronously, without changes in between.
  return digestEntries(entriesOf(store, view))
}

function* entriesOf(store: Store, { environment, projects }: View): Iterable<DigestEntry> {
  const pieces = select(store, { environment, projects })
  for (const piece of pieces)
    yield ['flag', piece.name, environment, contentHash(piece, () => JSON.parse(piece.text))]
  const { segments } = store.environment(environment)
  for (const id of new Set(pieces.flatMap((piece) => piece.segments))) {
    const segment = segments.get(id)
    if (segment) yield ['segment', String(id), environment, contentHash(segment, () => segment)]
  }
}
