import type { Change } from '@flagstaff/delivery'
import { closeLink, openLink } from './chain.ts'
import type { Backbone } from './nats.ts'
import { type Seal, SealError } from './seal.ts'
import { openHead, otherSlot, type Slot, writeSnapshot } from './snapshot.ts'
import { closeTick } from './tick.ts'

/** A state in the history of a database. */
export type State = Pick<Change, 'epoch' | 'revision' | 'hash'>

/** The database. */
export type Source = {
  /** What changed since a state; undefined if its history has no such state, or no longer knows what followed it. */
  changeSince(state: State): Promise<Change | undefined>
  readAll(): Promise<Change>
}

type Parts = {
  backbone: Backbone
  seal: Seal
  instance: string
  source: Source
  /** The streams that were created last, kept in the database. */
  incarnation: { read(): Promise<string | undefined>; write(incarnation: string): Promise<void> }
  createId(): string
  /** The clock of the database, read before what is published; ticks are dated with it. */
  databaseTime(): number
  /** The streams have something that cannot be opened, so they are made again. */
  onUnreadable?(error: SealError): void
  now?: () => number
}

type Position = State & {
  incarnation: string
  /** The last message of the chain. */
  sequence: number
  slot: Slot
  /** Changes that are not in the snapshot, and when it was made. */
  changes: number
  snapshotAt: number
}

const SNAPSHOT_CHANGES = 1_000
const SNAPSHOT_MS = 600_000

/**
 * Puts every change on the chain once, whatever is killed in between: it adds only after the message that it knows to be
 * the last, and where it is not sure of anything, it looks again or starts with new streams.
 */
export function createPublisher({
  backbone,
  seal,
  instance,
  source,
  incarnation,
  createId,
  databaseTime,
  onUnreadable = () => {},
  now = Date.now,
}: Parts) {
  let position: Position | undefined
  let time = 0
  let ticks = 0

  const snapshot = async (at: Pick<Position, 'incarnation' | 'sequence'>, state: Change, slot: Slot) => {
    const streams = { instance, incarnation: at.incarnation }
    const { head, pieces } = writeSnapshot(seal, streams, state, { slot, sequence: at.sequence })
    for (const { piece, message } of pieces) await backbone.writePiece(at.incarnation, piece, message)
    await backbone.writeHead(at.incarnation, head)
    return { slot, changes: 0, snapshotAt: now() }
  }

  const startOver = async (): Promise<Position> => {
    const knownAt = databaseTime()
    const at = { incarnation: createId(), sequence: 0 }
    await backbone.create(at.incarnation)
    const state = { ...(await source.readAll()), knownAt }
    const { epoch, revision, hash } = state
    const written = await snapshot(at, state, 'a')
    await incarnation.write(at.incarnation)
    return { ...at, epoch, revision, hash, ...written }
  }

  /** The last message of the chain; undefined if the streams have to be created. */
  const find = async (): Promise<Position | undefined> => {
    const name = await incarnation.read()
    const newest = name === undefined ? undefined : await backbone.newest(name)
    const sealed = newest && name !== undefined ? await backbone.readHead(name, 'mirror') : undefined
    if (name === undefined || !newest || !sealed) return undefined
    const streams = { instance, incarnation: name }
    const head = openHead(seal, streams, sealed)
    const link = newest.message && openLink(seal, streams, newest.message)
    const { epoch, revision, hash } = link ? { ...link, revision: link.to } : head
    const changes = newest.sequence - head.sequence
    // The change is only in a snapshot that was not written.
    const isTorn = link !== undefined && link.change === undefined && changes > 0
    return {
      incarnation: name,
      epoch,
      revision,
      hash,
      sequence: newest.sequence,
      slot: head.slot,
      changes: isTorn ? SNAPSHOT_CHANGES : changes,
      snapshotAt: now(),
    }
  }

  /** Nothing can follow a message that nobody can open. Whatever else fails is tried again. */
  const unreadable = (error: unknown) => {
    if (!(error instanceof SealError)) throw error
    onUnreadable(error)
    return undefined
  }

  const step = async (asked: number): Promise<Position> => {
    const known = position ?? (await find().catch(unreadable))
    const change = known && (await source.changeSince(known))
    if (!known || !change) return startOver()
    let next = known
    if (change.revision > known.revision) {
      const { revision, epoch, hash } = change
      const streams = { instance, incarnation: known.incarnation }
      const message = closeLink(seal, streams, known.revision, { ...change, knownAt: asked })
      const id = `${epoch}.${revision}`
      const sequence = await backbone.add(known.incarnation, message, { id, after: known.sequence })
      const isLarge = openLink(seal, streams, message).change === undefined
      next = {
        ...known,
        revision,
        epoch,
        hash,
        sequence,
        changes: known.changes + (isLarge ? SNAPSHOT_CHANGES : 1),
      }
    }
    const isDue = next.changes > 0 && now() - next.snapshotAt >= SNAPSHOT_MS
    if (next.changes >= SNAPSHOT_CHANGES || isDue) {
      const state = { ...(await source.readAll()), knownAt: asked }
      // What was committed since is on the chain behind the snapshot, and nodes skip it.
      if (state.epoch === next.epoch)
        next = { ...next, ...(await snapshot(next, state, otherSlot(next.slot))) }
    }
    return next
  }

  return {
    /** Publishes what is new. After an error, the next call looks where the chain ends. */
    async publish(): Promise<void> {
      const before = position
      const asked = databaseTime()
      position = undefined
      position = await step(asked).catch((error: unknown) => {
        if (before) position = undefined
        throw error
      })
      time = asked
    },
    /** Says what is newest, so that nodes notice what they miss. */
    tick() {
      if (position) backbone.tick(closeTick(seal, instance, { ...position, at: time, count: ticks++ }))
    },
    /** Another process publishes now. */
    rest() {
      position = undefined
    },
  }
}
