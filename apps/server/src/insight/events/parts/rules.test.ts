import { expect, test } from 'vitest'
import type { PartRow } from './queries.ts'
import { toPart } from './rules.ts'

const now = Date.parse('2026-11-19T00:00:00Z')
const full: PartRow = {
  first: 1,
  last: 10,
  newest: 25,
  bytes: 8192,
  from: new Date('2026-01-01T00:00:00Z'),
  to: new Date('2026-08-01T00:00:00Z'),
  checked: null,
  failure: null,
  isRequested: false,
  isRecorded: false,
  waitsFor: null,
}
const oldest = { isOldest: true, now }

test('the oldest part can be removed 90 days after its newest event', () => {
  expect(toPart(full, oldest)).toMatchObject({ state: 'full', events: 10, blocker: null })
  const young = { ...full, to: new Date('2026-08-21T00:00:01Z') }
  expect(toPart(young, oldest).blocker).toBe(
    'Its newest event is less than 90 days old. You can remove it from 2026-11-19 on.',
  )
  expect(toPart({ ...full, to: new Date('2026-08-21T00:00:00Z') }, oldest).blocker).toBeNull()
})

test.each<[string, Partial<PartRow>, string]>([
  ['a part that still gets events', { newest: 9 }, 'New events are still added'],
  ['a part that is being checked', { isRequested: true }, 'already being removed'],
  ['a part that a follower has not read', { waitsFor: 'watching' }, '"watching" has not handled'],
  ['a part that an integration has not sent', { waitsFor: 'integration:3' }, 'integration 3 has not sent'],
])('%s cannot be removed', (_what, more, blocker) => {
  expect(toPart({ ...full, ...more }, oldest).blocker).toContain(blocker)
})

test('a part waits for older ones', () => {
  expect(toPart(full, { isOldest: false, now }).blocker).toContain('older parts')
})

test('a removal goes from checking to removing, or back to full if it failed', () => {
  expect(toPart({ ...full, isRequested: true, checked: 4 }, oldest)).toMatchObject({
    state: 'checking',
    checked: 4,
  })
  expect(toPart({ ...full, isRequested: true, isRecorded: true }, oldest).state).toBe('removing')
  const failed = toPart({ ...full, isRequested: true, failure: 'Other file.' }, oldest)
  expect(failed).toMatchObject({ state: 'full', blocker: null, failure: 'Other file.' })
})
