import { hash } from 'node:crypto'
import { type DigestEntry, digestEntries } from './digest.ts'
import type { Projects, Store } from './store.ts'
import { select } from './views.ts'

/** Hashed between two other things: no request waits longer than for so many. */
const AT_ONCE = 500

/** Kept while a document lasts, so that only what has changed is hashed again. */
const hashes = new WeakMap<object, string>()

function contentHash(document: object, text: () => unknown): string {
  const known = hashes.get(document)
  if (known) return known
  const fresh = hash('sha256', JSON.stringify(sorted(text())), 'hex')
  hashes.set(document, fresh)
  return fresh
}

/** Servers and edges write the same fields in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]))
}

export type View = { environment: string; projects: Projects }

/** One text for all flags and segments that a reader of these projects is served: equal where the content is. */
export async function viewDigest(store: Store, view: View): Promise<string> {
  let done = 0
  for (const _ of entriesOf(store, view))
    if (++done % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
  // By now nearly all hashes are there, and nothing can change in between.
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
