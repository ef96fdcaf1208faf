import { hash } from 'node:crypto'

/**
 * Identifies a state: a revision, and the first digits of the event log's hash at that revision. A revision alone is
 * reused after a restore or failover that lost changes; both together are unique.
 */
export type Mark = {
  readonly revision: number
  readonly hash: string
  /** Both, as used in ETags, stream ids and receipts. */
  readonly tag: string
}

export const HASH_DIGITS = 8
const NO_HASH = '0'.repeat(HASH_DIGITS)

export const toMark = (revision: number, hash: string): Mark => ({
  revision,
  hash,
  tag: `${revision}-${hash}`,
})

/** Before anything was published. */
export const START = toMark(0, NO_HASH)

/** Replaces the hash for states of servers that have none. */
export const digestOf = (content: string): string => hash('sha256', content, 'hex').slice(0, HASH_DIGITS)

const TAG = /^(\d{1,15})-([0-9a-f]{8})$/

/** Undefined for anything else, such as the plain numbers of Unleash servers. */
export function parseMark(text: string | undefined): Mark | undefined {
  const [, revision, hash] = TAG.exec(text ?? '') ?? []
  return revision === undefined || hash === undefined ? undefined : toMark(Number(revision), hash)
}

export const newer = (a: Mark, b: Mark): Mark => (b.revision > a.revision ? b : a)
