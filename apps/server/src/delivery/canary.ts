import { setImmediate as turn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { again, type Digest, type Store } from '@flagstaff/delivery'
import type { Db } from '../platform/database/database.ts'
import { digestsAt, documentsAfter, type Live, type Place } from './canary-queries.ts'

/** The number of documents compared in full per run; successive runs cover all of them. */
const DOCUMENTS = 1_000
/** Yields to the event loop after this many comparisons. */
const SLICE = 50
/** The maximum number of differences that are listed. */
const NAMED = 5
/** After this many intervals without a comparison, the last result says nothing about now. */
const LATE = 5
const FIRST = { kind: '' as Place['kind'], name: '', environment: '' }

/**
 * Periodically compares the served documents with the database. A difference is a bug: it is logged, and all servers
 * reload.
 */
export type Canary = {
  /** The environments and documents that differ now. */
  compare(): Promise<string[]>
  /** The number of comparisons and of those with differences, and a text about the last result. */
  state(): { comparisons: number; differences: number; text: string }
  stop(): Promise<void>
}

type Parts = {
  db: Db
  store: Store
  everyMs: number
  onDifference(found: string[]): Promise<void>
  now?: () => number
}

export function openCanary({ db, store, everyMs, onDifference, now = Date.now }: Parts): Canary {
  const comparison = createComparison(db, store)
  let comparisons = 0
  let differences = 0
  let text = 'not compared yet'
  let equalAt = 0
  const compare = async () => {
    const began = now()
    const found = await comparison()
    comparisons++
    if (found.length === 0) {
      equalAt = began
      return found
    }
    differences++
    text = `differed at ${new Date().toISOString()}: ${found.slice(0, NAMED).join(', ')}; loaded again`
    await onDifference(found)
    return found
  }
  const stop = everyMs > 0 ? again(async () => void (await compare()), everyMs) : async () => {}
  /** "Equal" is about now, so it ends when comparisons fail. */
  const equalText = () =>
    everyMs > 0 && now() - equalAt > LATE * everyMs
      ? `equal until ${new Date(equalAt).toISOString()}; not compared since`
      : 'equal'
  return {
    compare,
    state: () => ({
      comparisons,
      differences,
      text: differences === 0 && comparisons > 0 ? equalText() : text,
    }),
    stop,
  }
}

function createComparison(db: Db, store: Store): () => Promise<string[]> {
  let last: Place = FIRST

  const environments = async (): Promise<string[]> => {
    const { revision, hash } = store
    const here = store.digests()
    const there = await digestsAt(db, revision)
    // A different history is detected by `catchUp`, not here.
    if (there.hash !== hash || revision === 0) return []
    const found = new Map<string, Digest>(
      there.digests.map(({ environment, ...digest }) => [environment, digest]),
    )
    return [...new Set([...here.keys(), ...found.keys()])].filter(
      (name) => !isDeepStrictEqual(here.get(name), found.get(name)),
    )
  }
  const differs = ({ doc, ...place }: Live): boolean => {
    const held = store.held(place)
    // Different revisions are covered by the digest, or result from a change in between.
    if (held?.revision !== place.revision) return false
    return !isDeepStrictEqual(held.doc, doc)
  }
  const documents = async (): Promise<string[]> => {
    const { revision, hash } = store
    const there = await documentsAfter(db, { place: last, limit: DOCUMENTS, revision })
    // After a restore, other documents can have the same revisions. That is detected by `catchUp`, too.
    if (there.hash !== hash || revision === 0) return []
    const some = there.documents
    last = some.length < DOCUMENTS ? FIRST : (some.at(-1) ?? FIRST)
    const found: string[] = []
    for (let from = 0; from < some.length; from += SLICE) {
      found.push(
        ...some
          .slice(from, from + SLICE)
          .filter(differs)
          .map(({ kind, name, environment }) => `${kind} ${name} in ${environment}`),
      )
      await turn()
    }
    return found
  }
  return async () => [...(await environments()), ...(await documents())]
}
