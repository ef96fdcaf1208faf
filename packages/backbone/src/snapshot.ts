import { hash } from 'node:crypto'
import type { Change, DocumentRow } from '@flagstaff/delivery'
import { MOST_MESSAGE_BYTES, type Streams } from './chain.ts'
import type { Seal } from './seal.ts'

/** A snapshot is written beside the one before it, so that nodes which read that one can finish. */
export type Slot = 'a' | 'b'

/** The rows of one environment, as messages with these digests. */
export type SnapshotPart = { environment: string; digests: string[] }

/** Written last: names everything that belongs to the snapshot, and where to follow the chain from. */
export type SnapshotHead = Pick<Change, 'epoch' | 'revision' | 'hash' | 'heads' | 'recent' | 'knownAt'> & {
  slot: Slot
  /** The last message of the chain that is in the snapshot. */
  sequence: number
  parts: SnapshotPart[]
}

/** Which message of a snapshot. */
export type Piece = { slot: Slot; environment: string; index: number }

const aboutPart = ({ instance, incarnation }: Streams, revision: number, slot: Slot, environment: string) =>
  JSON.stringify(['part', instance, incarnation, revision, slot, environment])
const aboutHead = ({ instance, incarnation }: Streams) => JSON.stringify(['head', instance, incarnation])

export const otherSlot = (slot: Slot | undefined): Slot => (slot === 'a' ? 'b' : 'a')

export type WrittenSnapshot = { head: Buffer; pieces: { piece: Piece; message: Buffer }[] }

/** Divides a full state into messages. Rows of an environment are sealed together and then cut. */
export function writeSnapshot(
  seal: Seal,
  streams: Streams,
  state: Change,
  { slot, sequence }: { slot: Slot; sequence: number },
): WrittenSnapshot {
  const { epoch, revision, hash: at, heads, recent, knownAt } = state
  const groups = Map.groupBy(state.rows, ({ environment }) => environment)
  const cut = [...groups].map(([environment, rows]) => {
    const about = aboutPart(streams, revision, slot, environment)
    const sealed = seal.close(Buffer.from(JSON.stringify(rows)), about)
    const messages = Array.from({ length: Math.ceil(sealed.length / MOST_MESSAGE_BYTES) }, (_, index) =>
      sealed.subarray(index * MOST_MESSAGE_BYTES, (index + 1) * MOST_MESSAGE_BYTES),
    )
    return { environment, messages }
  })
  const head: SnapshotHead = {
    epoch,
    revision,
    hash: at,
    heads,
    ...(recent ? { recent } : {}),
    knownAt,
    slot,
    sequence,
    parts: cut.map(({ environment, messages }) => ({ environment, digests: messages.map(digestOf) })),
  }
  return {
    head: seal.close(Buffer.from(JSON.stringify(head)), aboutHead(streams)),
    pieces: cut.flatMap(({ environment, messages }) =>
      messages.map((message, index) => ({ piece: { slot, environment, index }, message })),
    ),
  }
}

const digestOf = (message: Uint8Array) => hash('sha256', message, 'hex')

export const openHead = (seal: Seal, streams: Streams, message: Uint8Array): SnapshotHead =>
  JSON.parse(seal.open(message, aboutHead(streams)).toString())

/** A message of the snapshot was replaced by a newer one while it was read; the new head names the right ones. */
export class SnapshotReplaced extends Error {}

/** Puts a snapshot together, with only some of the environments if they are named. */
export async function readSnapshot(
  seal: Seal,
  streams: Streams,
  head: SnapshotHead,
  fetch: (piece: Piece) => Promise<Uint8Array | undefined>,
  isWanted: (environment: string) => boolean = () => true,
): Promise<Change> {
  const { epoch, revision, hash: at, recent, slot, knownAt } = head
  const rows: DocumentRow[] = []
  for (const { environment, digests } of head.parts) {
    if (!isWanted(environment)) continue
    const messages = await Promise.all(
      digests.map(async (digest, index) => {
        const message = await fetch({ slot, environment, index })
        if (!message || digestOf(message) !== digest) throw new SnapshotReplaced(environment)
        return message
      }),
    )
    const about = aboutPart(streams, revision, slot, environment)
    rows.push(...(JSON.parse(seal.open(Buffer.concat(messages), about).toString()) as DocumentRow[]))
  }
  const heads = head.heads.filter(({ environment }) => isWanted(environment))
  return { epoch, revision, hash: at, complete: true, rows, heads, knownAt, ...(recent ? { recent } : {}) }
}
