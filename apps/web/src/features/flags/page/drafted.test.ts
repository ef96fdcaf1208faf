import type { ChangeRequest } from '@flagstaff/contract/requests'
import { expect, test } from 'vitest'
import { emptyDraft } from '../../../testing/request.ts'
import { asDrafted, askedIn, draftedIn, plannedIn } from './drafted.ts'

const { createdBy: person, createdAt } = emptyDraft
const change = (id: number, action: string, payload: unknown, environment?: string) => ({
  id,
  action,
  payload,
  createdBy: person,
  createdAt,
  ...(environment ? { environment } : {}),
})
const request: ChangeRequest = {
  ...emptyDraft,
  features: [
    {
      name: 'checkout',
      changes: [
        change(1, 'updateStrategy', { id: 'a', name: 'flexibleRollout', parameters: { rollout: '40' } }),
        change(2, 'addStrategy', { id: 'b', name: 'default' }),
        change(3, 'deleteStrategy', { id: 'c' }),
        change(4, 'updateEnabled', { enabled: true }),
        change(5, 'reorderStrategy', [{ id: 'a', sortOrder: 1 }]),
        change(6, 'updateEnabled', { enabled: false }, 'development'),
      ],
    },
  ],
}

test('collects the proposed changes of a flag in one environment', () => {
  const drafted = draftedIn([request], 'checkout', 'production')
  expect(drafted).toMatchObject({
    request: { id: 7, project: 'default', state: 'Draft' },
    enabled: true,
    added: [{ id: 'b', name: 'default' }],
    deleted: new Set(['c']),
    isReordered: true,
    isArchived: false,
    hasVariants: false,
    hasPlan: false,
  })
  expect([...(drafted?.changed.keys() ?? [])]).toEqual(['a'])
  expect(draftedIn([request], 'checkout', 'development')).toMatchObject({ enabled: false, added: [] })
})

test('has nothing for other flags and environments', () => {
  expect(draftedIn([request], 'other', 'production')).toBeUndefined()
  expect(draftedIn([request], 'checkout', 'test')).toBeUndefined()
  expect(draftedIn([], 'checkout', 'production')).toBeUndefined()
})

test('a rule continues from the draft', () => {
  const drafted = draftedIn([request], 'checkout', 'production')
  const live = { id: 'a', name: 'flexibleRollout', parameters: { rollout: '25' }, objectVersion: 3 }
  expect(asDrafted(live, drafted)).toEqual({ ...live, parameters: { rollout: '40' } })
  expect(asDrafted({ ...live, id: 'x' }, drafted).parameters).toEqual({ rollout: '25' })
})

test('scheduled requests are listed by their time, and a rule does not continue from them', () => {
  const planned = (id: number, scheduledAt: string): ChangeRequest => ({
    ...request,
    id,
    state: 'Scheduled',
    schedule: { scheduledAt, status: 'pending' },
  })
  const requests = [planned(9, '2026-11-03T09:00:00.000Z'), planned(8, '2026-11-02T09:00:00.000Z')]
  expect(plannedIn(requests, 'checkout', 'production').map(({ id }) => id)).toEqual([8, 9])
  expect(plannedIn(requests, 'other', 'production')).toEqual([])
  expect(plannedIn([request], 'checkout', 'production')).toEqual([])
  expect(draftedIn(requests, 'checkout', 'production')).toBeUndefined()
  expect(draftedIn([...requests, request], 'checkout', 'production')?.request.id).toBe(7)
})

test('requests of other people are shown, those of the user and scheduled ones are not', () => {
  const here = { flag: 'checkout', environment: 'production', userId: 2 }
  const inReview: ChangeRequest = { ...request, state: 'In review' }
  expect(askedIn([inReview], here)).toMatchObject([{ id: 7, state: 'In review', createdBy: person }])
  expect(askedIn([inReview], { ...here, userId: person.id })).toEqual([])
  expect(askedIn([inReview], { ...here, environment: 'test' })).toEqual([])
  expect(askedIn([inReview], { ...here, flag: 'other' })).toEqual([])
  expect(askedIn([{ ...request, state: 'Scheduled' }], here)).toEqual([])
})
