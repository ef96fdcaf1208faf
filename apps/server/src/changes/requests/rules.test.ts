import { requestStates } from '@flagstaff/contract/requests'
import { expect, test } from 'vitest'
import { count, isApproved, isEditable, isWithin, mayFollow } from './rules.ts'

const production = { project: 'shop', environment: 'production' }
const staging = { project: 'shop', environment: 'staging' }

test('closed requests never change, and only open ones can be edited', () => {
  for (const closed of ['Applied', 'Cancelled', 'Rejected'] as const) {
    expect(requestStates.filter((state) => mayFollow(closed, state))).toEqual([])
    expect(isEditable(closed)).toBe(false)
  }
  expect(requestStates.filter(isEditable)).toEqual(['Draft', 'In review', 'Approved'])
  expect(mayFollow('Draft', 'Applied')).toBe(false)
  expect(mayFollow('In review', 'Applied')).toBe(false)
})

test('every place needs its own number of approvals', () => {
  const affects = [
    { ...production, needed: 2 },
    { ...staging, needed: 1 },
  ]
  const everywhere = { userId: 1, places: [production, staging] }
  const onlyStaging = { userId: 2, places: [staging] }
  expect(isApproved(count(affects, [everywhere, onlyStaging]))).toBe(false)
  expect(count(affects, [everywhere, onlyStaging]).map(({ given }) => given)).toEqual([1, 2])
  expect(isApproved(count(affects, [everywhere, { userId: 3, places: [production] }]))).toBe(true)
  expect(isApproved(count([], []))).toBe(true)
})

test('permissions outside the affected places are not covered', () => {
  const affects = [production]
  expect(isWithin(affects, production)).toBe(true)
  expect(isWithin(affects, { project: 'shop' })).toBe(true)
  expect(isWithin(affects, staging)).toBe(false)
  expect(isWithin(affects, { project: 'other' })).toBe(false)
  expect(isWithin(affects, {})).toBe(false)
})
