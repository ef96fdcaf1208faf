import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SentEvent } from '../providers/types.ts'
import { sampleEvent } from '../sample.ts'
import { backoff, outcomeOf } from './outcome.ts'
import { formSends, wholeChanges, withoutOpenImport } from './sends.ts'

const sample = sampleEvent({
  events: ['feature-archived'],
  projects: [],
  environments: [],
  reach: null,
  unscoped: true,
})
/** Events of changes with these many events each. */
const changes = (...sizes: number[]): SentEvent[] => {
  let id = 0
  return sizes.flatMap((size, change) =>
    Array.from({ length: size }, () => ({
      ...sample,
      id: ++id,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, change)).toISOString(),
    })),
  )
}
const sizes = (sends: readonly SentEvent[][]) => sends.map(({ length }) => length)

test('in chats a large change is one message, and a small one a message for each event', () => {
  expect(sizes(formSends('chat', changes(1, 8, 2), { batch: 0 }))).toEqual([1, 8, 1, 1])
  expect(sizes(formSends('chat', changes(5_000), { batch: 0 }))).toEqual([5_000])
})

test('in chats many waiting messages are joined, but not with a large change', () => {
  const single = Array.from({ length: 30 }, () => 1)
  expect(sizes(formSends('chat', changes(...single), { batch: 0 }))).toEqual([20, 10])
  expect(sizes(formSends('chat', changes(...single, 50, 1), { batch: 0 }))).toEqual([20, 10, 50, 1])
})

test('events are sent one by one or in batches, streams by number and size', () => {
  expect(sizes(formSends('event', changes(3), { batch: 0 }))).toEqual([1, 1, 1])
  expect(sizes(formSends('event', changes(3), { batch: 2 }))).toEqual([2, 1])
  expect(sizes(formSends('stream', changes(1_200), { batch: 0 }))).toEqual([500, 500, 200])
  const big = changes(3).map((event) => ({ ...event, data: 'x'.repeat(600_000) }))
  expect(sizes(formSends('stream', big, { batch: 0 }))).toEqual([1, 1, 1])
})

test('every event is sent once and in order, however events are sent', () => {
  const kinds = fc.constantFrom('event' as const, 'chat' as const, 'stream' as const)
  fc.assert(
    fc.property(
      kinds,
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 40 }),
      fc.nat(60),
      (kind, list, batch) => {
        const events = changes(...list)
        expect(formSends(kind, events, { batch }).flat()).toEqual(events)
      },
    ),
  )
})

test('a page ends with a whole change', () => {
  expect(wholeChanges(changes(3, 2))).toHaveLength(3)
  expect(wholeChanges(changes(5))).toBeUndefined()
  expect(wholeChanges([])).toEqual([])
})

test.each([
  [200, 'done'],
  [204, 'done'],
  [301, 'receiver'],
  [400, 'refused'],
  [401, 'receiver'],
  [404, 'receiver'],
  [408, 'receiver'],
  [410, 'receiver'],
  [413, 'refused'],
  [422, 'refused'],
  [429, 'wait'],
  [500, 'receiver'],
  [undefined, 'receiver'],
])('status %s means: %s', (status, kind) => {
  expect(outcomeOf(status, null, new Date()).kind).toBe(kind)
})

test('a receiver says how long to wait, up to an hour', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const wait = (text: string | null) => outcomeOf(429, text, now)
  expect(wait('7')).toEqual({ kind: 'wait', seconds: 7 })
  expect(wait('Thu, 01 Jan 2026 00:01:00 GMT')).toEqual({ kind: 'wait', seconds: 60 })
  expect(wait('99999')).toEqual({ kind: 'wait', seconds: 3_600 })
  expect(wait('soon')).toEqual({ kind: 'wait', seconds: 30 })
  expect(wait(null)).toEqual({ kind: 'wait', seconds: 30 })
})

test('a failing receiver is tried less and less often', () => {
  expect([1, 2, 3, 4, 5, 6, 50].map((failures) => backoff(failures, 0.5))).toEqual([
    1, 5, 30, 120, 600, 1_800, 1_800,
  ])
})

const imported = (size: number): SentEvent[] =>
  changes(1, size, size).map((event, index) =>
    index === 0 ? event : { ...event, groupType: 'transaction', groupId: 'import' },
  )

test('in chats the parts of an import are one message', () => {
  expect(sizes(formSends('chat', imported(50), { batch: 0 }))).toEqual([1, 100])
})

test('in chats an import waits for its last part, but not for long', () => {
  const events = imported(50)
  const after = (seconds: number) => new Date(Date.parse(events.at(-1)?.createdAt ?? '') + seconds * 1_000)
  expect(withoutOpenImport(events, after(1))).toHaveLength(1)
  expect(withoutOpenImport(events, after(11))).toHaveLength(101)
  expect(withoutOpenImport(events.with(-1, { ...sample, type: 'features-imported' }), after(1))).toHaveLength(
    101,
  )
  expect(withoutOpenImport(changes(3), after(0))).toHaveLength(3)
})
