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
  const environments = new Map<string, { kinds: Map<string, Map<string, number>>; sum: number }>()
  return {
    set(key, revision) {
      const environment = environments.get(key.environment) ?? { kinds: new Map(), sum: 0 }
      environments.set(key.environment, environment)
      const held = environment.kinds.get(key.kind) ?? new Map<string, number>()
      environment.kinds.set(key.kind, held)
      const before = held.get(key.name)
      if (before === revision) return
      if (before !== undefined) environment.sum -= stamp(key, before)
      if (revision === undefined) held.delete(key.name)
      else {
        held.set(key.name, revision)
        environment.sum += stamp(key, revision)
      }
    },
    revisionOf: ({ kind, environment, name }) => environments.get(environment)?.kinds.get(kind)?.get(name),
    digests: () =>
      new Map(
        [...environments]
          .map(([name, { kinds, sum }]) => {
            const documents = [...kinds.values()].reduce((total, { size }) => total + size, 0)
            return [name, { documents, sum }] as const
          })
          .filter(([, { documents }]) => documents > 0),
      ),
  }
}

/** 32 bits of a document's identity; sums of millions of them are still exact. */
const stamp = ({ kind, environment, name }: Key, revision: number): number =>
  Number.parseInt(hash('sha256', `${kind}\n${environment}\n${name}\n${revision}`, 'hex').slice(0, 8), 16)
