import { expect, test } from 'vitest'
import { chainHash, genesis, isLinked, type LinkedEvent, payloadDigest, type StoredEvent } from './chain.ts'

const event = (revision: number, more: Partial<StoredEvent> = {}): StoredEvent => ({
  revision,
  type: 'feature-created',
  createdAt: '2026-01-01T00:00:00.000Z',
  actorType: 'user',
  actorId: 1,
  actorName: 'ada',
  ip: null,
  project: 'default',
  environment: null,
  flag: `flag-${revision}`,
  tags: '[]',
  groupType: null,
  groupId: null,
  data: '{"a":1}',
  preData: null,
  via: null,
  client: null,
  ...more,
})

function chained(events: StoredEvent[]) {
  let hash = genesis
  return events.map((one) => {
    const digest = payloadDigest(one)
    hash = chainHash(hash, one, digest)
    return { ...one, digest, hash }
  })
}

function firstBreak(events: LinkedEvent[]): number | undefined {
  const at = events.findIndex((one, index) => !isLinked(events[index - 1]?.hash ?? genesis, one))
  return at < 0 ? undefined : at + 1
}

const three = () => chained([event(1), event(2), event(3)])

test('an unmodified hash chain verifies', () => {
  expect(firstBreak(three())).toBeUndefined()
})

test.each([
  ['a changed payload', 1, { data: '{"a":2}' }],
  ['a changed actor', 2, { actorName: 'eve' }],
  ['a changed time', 3, { createdAt: '2026-01-02T00:00:00.000Z' }],
  ['another project', 2, { project: 'other' }],
])('%s is detected at its revision', (_what, revision, change) => {
  const events = three().map((one) => (one.revision === revision ? { ...one, ...change } : one))
  expect(firstBreak(events)).toBe(revision)
})

test('a missing event is detected', () => {
  expect(firstBreak(three().filter((one) => one.revision !== 2))).toBe(2)
})

test('recomputing the digest of a changed event still breaks the hash chain', () => {
  const events = three().map((one) => {
    if (one.revision !== 2) return one
    const forged = { ...one, data: '{"a":2}' }
    return { ...forged, digest: payloadDigest(forged) }
  })
  expect(firstBreak(events)).toBe(2)
})
