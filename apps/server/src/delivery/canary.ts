import { setImmediate as turn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { again, type Digest, type Store } from '@flagstaff/delivery'
import type { Db } from '../platform/database.ts'
import { digestsAt, documentsAfter, type Live, type Place } from './canary-queries.ts'

/** Whole documents compared at a time; all of them in turn. */
const DOCUMENTS = 1_000
/** Compared before requests get their turn. */
const SLICE = 50
/** Of what is different, so much is named. */
const NAMED = 5
const FIRST = { kind: '' as Place['kind'], name: '', environment: '' }

/**
 * Compares what is served with the database, again and again. A difference should never be: it is told, and every
 * server starts over.
 */
export type Canary = {
  /** What is different now: environments, and documents. */
  compare(): Promise<string[]>
  /** How many comparisons there were, and how many found something; since when all is well, or what was found last. */
  state(): { comparisons: number; differences: number; text: string }
  stop(): Promise<void>
}

type Parts = { db: Db; store: Store; everyMs: number; onDifference(found: string[]): Promise<void> }

export function openCanary({ db, store, everyMs, onDifference }: Parts): Canary {
  const comparison = createComparison(db, store)
  let comparisons = 0
  let differences = 0
  let text = 'not compared yet'
  const compare = async () => {
    const found = await comparison()
    comparisons++
    if (found.length === 0) return found
    differences++
    text = `differed at ${new Date().toISOString()}: ${found.slice(0, NAMED).join(', ')}; loaded again`
    await onDifference(found)
    return found
  }
  const stop = everyMs > 0 ? again(async () => void (await compare()), everyMs) : async () => {}
  return {
    compare,
    state: () => ({ comparisons, differences, text: differences === 0 && comparisons > 0 ? 'equal' : text }),
    stop,
  }
}

function createComparison(db: Db, store: Store): () => Promise<string[]> {
  let last: Place = FIRST

  const environments = async (): Promise<string[]> => {
    const { revision, hash } = store
    const here = store.digests()
    const there = await digestsAt(db, revision)
    // Another history is noticed by those who follow it.
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
    // Another revision of it is a matter of the digest, or of a change that came in between.
    if (held?.revision !== place.revision) return false
    return !isDeepStrictEqual(held.doc, doc)
  }
  const documents = async (): Promise<string[]> => {
    const some = await documentsAfter(last, DOCUMENTS, db)
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
