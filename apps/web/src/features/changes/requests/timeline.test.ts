import type { Event } from '@flagstaff/contract/events'
import { expect, test } from 'vitest'
import { at, request } from './testRequest.ts'
import { timelineOf } from './timeline.ts'

test('states, reviews and comments are sorted by time', () => {
  expect(timelineOf(request).map(({ text, comment, name }) => [text ?? comment, name])).toEqual([
    ['talk.opened', 'Tomas'],
    ['talk.sent', 'Tomas'],
    ['Fine by me', 'Ida'],
    ['talk.approvedOne', 'Sara'],
    ['talk.approved', 'Tomas'],
  ])
})

test('a request that needs no review was marked as ready by its author', () => {
  const free = { ...request, affects: [], approvals: [], comments: [], stateTimestamps: { Approved: at(2) } }
  expect(timelineOf(free).map(({ text }) => text)).toEqual(['talk.opened', 'talk.ready'])
})

const event = (id: number, type: Event['type'], data: Record<string, unknown>): Event => ({
  id,
  type,
  createdAt: at(10 + id),
  createdBy: 'ida',
  createdByName: 'Ida',
  data,
})
const scheduled = event(1, 'change-request-scheduled', { scheduledAt: '2026-11-17T09:00:00.000Z' })

test('schedules are listed with their time, and suspensions with their reason', () => {
  const times = { ...request.stateTimestamps, Scheduled: at(11) }
  const events = [event(2, 'change-request-schedule-suspended', { reason: 'A rule was changed.' }), scheduled]
  const moments = timelineOf({ ...request, state: 'Scheduled', stateTimestamps: times }, events).slice(-2)
  expect(moments).toMatchObject([
    { text: 'talk.scheduledFor', name: 'Ida', values: { when: expect.stringContaining('17 Nov 2026') } },
    { text: 'talk.suspended', values: { reason: 'A rule was changed.' }, tone: 'bad' },
  ])
})

test('a request that was applied at its time says so', () => {
  const stateTimestamps = { ...request.stateTimestamps, Scheduled: at(11), Applied: at(20) }
  const applied = { ...request, state: 'Applied' as const, stateTimestamps }
  const onTime = event(9, 'change-request-scheduled-application-success', {})
  expect(timelineOf(applied, [onTime, scheduled]).at(-1)).toMatchObject({ text: 'talk.appliedOnTime' })
  expect(timelineOf(applied, [scheduled]).at(-1)).toMatchObject({ text: 'talk.applied' })
})

test('the schedule is shown without its time until the events are loaded', () => {
  const stateTimestamps = { ...request.stateTimestamps, Scheduled: at(11) }
  expect(timelineOf({ ...request, stateTimestamps }).at(-1)).toMatchObject({ text: 'talk.scheduled' })
})

test('a request that reverts another one was opened by it', () => {
  const planned = event(1, 'change-request-scheduled', { ...scheduled.data, returns: 5 })
  const { approvals: _, ...rest } = request
  const back = { ...rest, approvals: [], comments: [], returns: 5, stateTimestamps: { Scheduled: at(11) } }
  expect(timelineOf(back, [planned]).map(({ text }) => text)).toEqual([
    'talk.openedReturn',
    'talk.scheduledReturn',
  ])
})
