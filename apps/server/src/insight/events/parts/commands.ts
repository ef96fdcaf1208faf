import { RemoveEventPart } from '@flagstaff/contract/event-parts'
import Type from 'typebox'
import { AppError, notFound } from '../../../platform/errors.ts'
import { command } from '../../../platform/write/commands.ts'
import { lockCount } from '../../../platform/write/locks.ts'
import { partRemoved, removalRequested } from './events.ts'
import { findRemoval, insertRemoval, storeLastHash } from './queries.ts'
import { readParts } from './read.ts'

export const REMOVAL = 'event-part-removal'

/** Asks for the removal of a part. A job compares it with the file first. */
export const requestRemoval = command({
  name: 'event-part.request-removal',
  input: Type.Interface([RemoveEventPart], { last: Type.Integer() }),
  permission: 'ADMIN',
  scope: () => ({}),
  async run(tx, { last, sha256 }) {
    await lockCount(tx, 'event parts')
    const part = (await readParts(tx.read)).find((one) => one.last === last)
    if (!part) throw notFound('part of the event log', last)
    if (part.blocker !== null) throw new AppError('conflict', { reason: part.blocker })
    await insertRemoval(tx.db, part, Buffer.from(sha256, 'hex'))
    tx.record(removalRequested(part, sha256))
    tx.send(REMOVAL, { last })
  },
})

/** Anchors the hash chain at the end of a part, from when on its events are not needed any more. */
export const recordRemoval = command({
  name: 'event-part.record-removal',
  input: Type.Object({ last: Type.Integer(), lastHash: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
  permission: 'ADMIN',
  scope: () => ({}),
  allowedWhen: ['maintenance'],
  async run(tx, { last, lastHash }) {
    const removal = await findRemoval(tx.read, last)
    if (!removal) throw notFound('part of the event log', last)
    if (!(await storeLastHash(tx.db, last, Buffer.from(lastHash, 'hex')))) return
    tx.record(partRemoved(removal, removal.sha256, lastHash))
  },
})
