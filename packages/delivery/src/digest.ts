import { hash } from 'node:crypto'

/** A document and its version: a revision, or a hash of its content. */
export type DigestEntry = readonly [
  kind: string,
  name: string,
  environment: string,
  revision: number | string,
]

const BITS = 256

/**
 * A digest of a set of documents, independent of their order. Hashes are added and not XORed: duplicates must not
 * cancel each other out.
 */
export function digestEntries(entries: Iterable<DigestEntry>): string {
  let sum = 0n
  for (const entry of entries) sum += BigInt(`0x${hash('sha256', JSON.stringify(entry), 'hex')}`)
  return BigInt.asUintN(BITS, sum)
    .toString(16)
    .padStart(BITS / 4, '0')
}
