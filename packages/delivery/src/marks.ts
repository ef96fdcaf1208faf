import { hash } from 'node:crypto'

/**
 * The name of a state: a revision, and the first digits of the event log's hash at that revision. The number alone is
 * given again after a restore or failover that lost changes; the two together name one state for ever.
 */
export type Mark = {
  readonly revision: number
  readonly hash: string
  /** Both, as ETags, stream ids and receipts carry them. */
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

/** For states of others, that have no hash: what came with the state takes its place. */
export const digestOf = (content: string): string => hash('sha256', content, 'hex').slice(0, HASH_DIGITS)

const TAG = /^(\d{1,15})-([0-9a-f]{8})$/

/** Undefined for anything else, such as the plain numbers of other servers. */
export function parseMark(text: string | undefined): Mark | undefined {
  const [, revision, hash] = TAG.exec(text ?? '') ?? []
  return revision === undefined || hash === undefined ? undefined : toMark(Number(revision), hash)
}

export const newer = (a: Mark, b: Mark): Mark => (b.revision > a.revision ? b : a)
