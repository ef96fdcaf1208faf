import { expect, test, vi } from 'vitest'
import { addRow, draftOf, faultOf, inputOf, newDraft } from './draft.ts'

// Texts ask there whether they are lengthened.
vi.stubGlobal('localStorage', { getItem: () => null })

const stored = {
  id: 1,
  name: 'Weekends',
  reason: 'Nobody is on call.',
  project: 'shop',
  environments: ['production'],
  startsAt: null,
  endsAt: null,
  weekly: {
    timeZone: 'Europe/Berlin',
    windows: [{ from: { day: 5, time: '16:00' }, to: { day: 1, time: '08:00' } }],
  },
  breakGlass: false,
  active: false,
  createdBy: { id: 1, name: 'admin' },
  createdAt: '2026-06-01T00:00:00.000Z',
  objectVersion: 1,
}

test('a stored freeze can be edited and saved without changing it', () => {
  const { name, reason, project, environments, startsAt, endsAt, weekly, breakGlass } = stored
  expect(inputOf(draftOf(stored))).toEqual({
    name,
    reason,
    project,
    environments,
    startsAt,
    endsAt,
    weekly,
    breakGlass,
  })
})

test('a draft needs a name and times', () => {
  const draft = newDraft(null)
  expect(faultOf(draft)).toBe('Enter a name.')
  const named = { ...draft, name: 'Holidays' }
  expect(faultOf(named)).toBe('Enter when the freeze starts and ends.')
  const from = { ...named, startsAt: '2026-12-20T00:00' }
  expect(faultOf({ ...from, endsAt: '2026-12-19T00:00' })).toBe('The end must be after the start.')
  expect(faultOf({ ...from, endsAt: '2026-12-21T00:00' })).toBeUndefined()
  expect(faultOf({ ...named, kind: 'weekly' })).toBeUndefined()
  const rows = named.rows.map((row) => ({ ...row, toTime: '' }))
  expect(faultOf({ ...named, kind: 'weekly', rows })).toBe('Enter a time in every row.')
})

test('rows have different ids, also after one was removed', () => {
  const [first, second, third] = addRow(addRow(newDraft(null).rows))
  expect(new Set([first?.id, second?.id, third?.id]).size).toBe(3)
  if (!first || !third) throw new Error('there are three rows')
  expect(new Set(addRow([first, third]).map(({ id }) => id)).size).toBe(3)
})
