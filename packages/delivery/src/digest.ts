import { hash } from 'node:crypto'

/** One document, and what tells its present form from others: a revision, or a hash of the content. */
export type DigestEntry = readonly [
  kind: string,
  name: string,
  environment: string,
  revision: number | string,
]

const BITS = 256

/**
 * One short text that two holders of the same documents both get, in whatever order they go through them. Hashes are
 * added and not XORed, since an entry that is there twice must not cancel itself out.
 */
export function digestEntries(entries: Iterable<DigestEntry>): string {
  let sum = 0n
  for (const entry of entries) sum += BigInt(`0x${hash('sha256', JSON.stringify(entry), 'hex')}`)
  return BigInt.asUintN(BITS, sum)
    .toString(16)
    .padStart(BITS / 4, '0')
}
