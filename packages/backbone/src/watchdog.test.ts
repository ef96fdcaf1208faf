import { expect, test } from 'vitest'
import { type Known, nextMove, SILENT_MS, STUCK_MS, type View } from './watchdog.ts'

const tick = (revision: number, incarnation = 'n1', epoch = 'one'): Known => ({
  incarnation,
  epoch,
  revision,
})
const view = (some: Partial<View>): View => ({
  known: tick(5),
  tick: tick(5),
  heardAt: 0,
  movedAt: 0,
  starts: 0,
  isFallenBack: false,
  upstream: undefined,
  isDoubted: false,
  ...some,
})

test('a node that has what the tick says does nothing', () => {
  expect(nextMove(view({}), SILENT_MS - 1)).toEqual({ do: 'nothing' })
  expect(nextMove(view({ known: tick(6) }), SILENT_MS - 1)).toEqual({ do: 'nothing' })
})

test('a node that is behind waits a moment, then starts from one place after the other', () => {
  const behind = view({ tick: tick(9) })
  expect(nextMove(behind, STUCK_MS - 1)).toEqual({ do: 'nothing' })
  expect(nextMove(behind, STUCK_MS)).toEqual({ do: 'start', from: 'mirror' })
  expect(nextMove({ ...behind, starts: 1 }, STUCK_MS)).toEqual({ do: 'start', from: 'hub' })
  expect(nextMove({ ...behind, starts: 2 }, STUCK_MS)).toEqual({ do: 'start', from: 'upstream' })
  expect(nextMove({ ...behind, starts: 9 }, STUCK_MS)).toEqual({ do: 'start', from: 'upstream' })
  // It moves on, so the stream works.
  expect(nextMove({ ...behind, movedAt: 1 }, STUCK_MS)).toEqual({ do: 'nothing' })
})

test('another history is like being behind, whatever the revision is', () => {
  expect(nextMove(view({ tick: tick(2, 'n1', 'two') }), STUCK_MS)).toEqual({ do: 'start', from: 'mirror' })
})

test('streams that were created again are followed at once, and again if that did not help', () => {
  const moved = view({ tick: tick(5, 'n2') })
  expect(nextMove(moved, 1)).toEqual({ do: 'switch', to: 'n2', from: 'mirror' })
  expect(nextMove({ ...moved, starts: 1, movedAt: 1 }, 2)).toEqual({ do: 'nothing' })
  expect(nextMove({ ...moved, starts: 1 }, STUCK_MS)).toEqual({ do: 'switch', to: 'n2', from: 'hub' })
  expect(nextMove(view({ known: undefined }), 1)).toEqual({ do: 'switch', to: 'n1', from: 'mirror' })
})

test('without ticks a node falls back once, and it returns with the first tick', () => {
  expect(nextMove(view({ tick: undefined, known: undefined }), SILENT_MS - 1)).toEqual({ do: 'nothing' })
  expect(nextMove(view({}), SILENT_MS)).toEqual({ do: 'fall back' })
  const fallen = view({ isFallenBack: true })
  expect(nextMove(fallen, SILENT_MS)).toEqual({ do: 'nothing' })
  expect(nextMove(fallen, 1)).toEqual({ do: 'start', from: 'mirror' })
  expect(nextMove({ ...fallen, starts: 1 }, 1)).toEqual({ do: 'nothing' })
  expect(nextMove({ ...fallen, starts: 1 }, STUCK_MS)).toEqual({ do: 'start', from: 'hub' })
})

test('a node does not leave upstream for an older state', () => {
  const fallen = view({ isFallenBack: true, upstream: 6 })
  expect(nextMove(fallen, 1)).toEqual({ do: 'nothing' })
  expect(nextMove({ ...fallen, tick: tick(6) }, 1)).toEqual({ do: 'start', from: 'mirror' })
})

test('a node that differed from upstream waits until upstream has shown what is right', () => {
  const doubting = view({ isFallenBack: true, isDoubted: true })
  expect(nextMove(doubting, 1)).toEqual({ do: 'nothing' })
  expect(nextMove({ ...doubting, upstream: 5 }, 1)).toEqual({ do: 'start', from: 'mirror' })
})
