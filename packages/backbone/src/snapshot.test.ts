import { randomBytes } from 'node:crypto'
import type { Change, DocumentRow } from '@flagstaff/delivery'
import { expect, test } from 'vitest'
import { MOST_MESSAGE_BYTES } from './chain.ts'
import { createSeal } from './seal.ts'
import { openHead, otherSlot, type Piece, readSnapshot, SnapshotReplaced, writeSnapshot } from './snapshot.ts'

const seal = createSeal('a long secret')
const streams = { instance: 'shop', incarnation: '01K0000000000000000000000A' }
const token = (environment: string, name: string): DocumentRow => ({
  kind: 'token',
  environment,
  name,
  doc: { type: 'backend', environment, projects: ['*'], name: '', expiresAt: null },
})
const state: Change = {
  revision: 40,
  hash: 'abcdef12',
  epoch: 'one',
  complete: true,
  rows: [
    // Random names cannot be compressed, so this environment needs several messages.
    ...Array.from({ length: 3 }, () =>
      token('development', randomBytes(MOST_MESSAGE_BYTES / 3).toString('hex')),
    ),
    token('production', 'digest'),
  ],
  heads: [{ environment: 'production', project: 'default', revision: 40, hash: 'abcdef12' }],
  recent: { above: 30, touches: [] },
}
const written = writeSnapshot(seal, streams, state, { slot: 'a', sequence: 12 })
const keyOf = ({ slot, environment, index }: Piece) => `${slot} ${environment} ${index}`
const messages = new Map(written.pieces.map(({ piece, message }) => [keyOf(piece), message]))
const fetch = async (piece: Piece) => messages.get(keyOf(piece))

test('a state comes out of its messages as it went in', async () => {
  expect(Math.max(...written.pieces.map(({ message }) => message.length))).toBe(MOST_MESSAGE_BYTES)
  expect(written.pieces.length).toBeGreaterThan(2)
  const head = openHead(seal, streams, written.head)
  expect(head).toMatchObject({ slot: 'a', sequence: 12, revision: 40 })
  expect(await readSnapshot(seal, streams, head, fetch)).toEqual(state)
})

test('a node can hold only some environments', async () => {
  const head = openHead(seal, streams, written.head)
  const some = await readSnapshot(seal, streams, head, fetch, (name) => name === 'production')
  expect(some.rows).toEqual([token('production', 'digest')])
})

test('a message of a newer snapshot, or a missing one, is not mixed with the others', async () => {
  const head = openHead(seal, streams, written.head)
  const missing = async (piece: Piece) => (piece.index === 1 ? undefined : fetch(piece))
  await expect(readSnapshot(seal, streams, head, missing)).rejects.toThrow(SnapshotReplaced)
  const newer = writeSnapshot(seal, streams, state, { slot: 'a', sequence: 13 })
  const mixed = async (piece: Piece) =>
    piece.environment === 'production'
      ? newer.pieces.find((one) => keyOf(one.piece) === keyOf(piece))?.message
      : fetch(piece)
  await expect(readSnapshot(seal, streams, head, mixed)).rejects.toThrow(SnapshotReplaced)
})

test('snapshots alternate between two slots', () => {
  expect([otherSlot(undefined), otherSlot('a'), otherSlot('b')]).toEqual(['a', 'b', 'a'])
})
