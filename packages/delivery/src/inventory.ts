import { hash } from 'node:crypto'
import type { DocumentRow } from './documents.ts'

/** The number of documents in an environment, and a checksum that the database can compute too. */
export type Digest = { documents: number; sum: number }
type Key = Pick<DocumentRow, 'kind' | 'environment' | 'name'>

/**
 * The documents in the store with their revisions. The checksum is updated incrementally, so comparing 100,000
 * documents with the database costs this process nothing.
 */
export type Inventory = {
  /** `revision` is undefined if the document was removed. */
  set(key: Key, revision: number | undefined): void
  revisionOf(key: Key): number | undefined
  /** By environment. */
  digests(): Map<string, Digest>
}

export function createInventory(): Inventory {
  const revisions = new Map<string, Map<string, number>>()
  const sums = new Map<string, number>()
  return {
    set(key, revision) {
      const held = revisions.get(key.environment) ?? new Map<string, number>()
      revisions.set(key.environment, held)
      const place = placeOf(key)
      const before = held.get(place)
      if (before === revision) return
      let sum = sums.get(key.environment) ?? 0
      if (before !== undefined) sum -= stamp(key, before)
      if (revision === undefined) held.delete(place)
      else {
        held.set(place, revision)
        sum += stamp(key, revision)
      }
      sums.set(key.environment, sum)
    },
    revisionOf: (key) => revisions.get(key.environment)?.get(placeOf(key)),
    digests: () =>
      new Map(
        [...revisions]
          .filter(([, held]) => held.size > 0)
          .map(([environment, held]) => [
            environment,
            { documents: held.size, sum: sums.get(environment) ?? 0 },
          ]),
      ),
  }
}

const placeOf = ({ kind, name }: Key) => `${kind} ${name}`

/** 32 bits of a document's identity; sums of millions of them are still exact. */
const stamp = ({ kind, environment, name }: Key, revision: number): number =>
  Number.parseInt(hash('sha256', `${kind}\n${environment}\n${name}\n${revision}`, 'hex').slice(0, 8), 16)
