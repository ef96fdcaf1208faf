import type { ReleasePlan, ReleasePlanMilestone } from '@flagstaff/contract/release-plans'
import { expect, test } from 'vitest'
import { courseOf, stepsOf } from './course.ts'

const now = Date.parse('2026-11-10T14:00:00.000')
const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
const milestone = (
  id: string,
  sortOrder: number,
  more: Partial<ReleasePlanMilestone> = {},
): ReleasePlanMilestone => ({
  id,
  name: id,
  sortOrder,
  releasePlanDefinitionId: 'plan',
  strategies: [],
  ...more,
})
const plan = (milestones: ReleasePlanMilestone[], more: Partial<ReleasePlan> = {}): ReleasePlan => ({
  id: 'plan',
  discriminator: 'plan',
  name: 'Careful',
  featureName: 'f',
  environment: 'production',
  createdByUserId: 1,
  createdAt: at(-100),
  releasePlanTemplateId: 'template',
  milestones,
  ...more,
})
const twoDays = { transitionCondition: { intervalMinutes: 2880 } }
const four = [
  milestone('Staff', 0, { ...twoDays, startedAt: at(-72) }),
  milestone('Nordics', 1, { ...twoDays, startedAt: at(-24) }),
  milestone('Most', 2, { transitionCondition: { type: 'exposure', minimumExposures: 500 } }),
  milestone('Everyone', 3),
]

test('a running milestone shows its share, and the next ones when they start', () => {
  const steps = stepsOf(plan(four, { activeMilestoneId: 'Nordics', dueAt: at(24) }), now)
  expect(steps.map(({ state }) => state)).toEqual(['done', 'running', 'waiting', 'waiting'])
  expect(steps[1]).toMatchObject({ share: 50, detail: '1\u202fd of 2 days' })
  expect(steps[0]?.detail).toBe('Sat 7 Nov, 2\u202fd')
  expect(steps[2]?.detail).toBe('Wed 11 Nov')
  // It follows a number of exposures, so nobody knows the time.
  expect(steps[3]?.detail).toBe('after 500 times on')
})

test('a paused plan keeps the share it had, and promises no times', () => {
  const paused = plan(four, { activeMilestoneId: 'Nordics', dueAt: null, pausedAt: at(-12) })
  expect(courseOf(paused)).toMatchObject({ number: 2, isPaused: true, isComplete: false })
  const steps = stepsOf(paused, now)
  expect(steps[1]).toMatchObject({ share: 25, detail: 'since Mon 9 Nov' })
  expect(steps[2]?.detail).toBe('after 2 days')
})

test('the last milestone completes the plan, and skipped ones are named', () => {
  const [, ...rest] = four
  const skipping = plan([milestone('Staff', 0), ...rest], { activeMilestoneId: 'Everyone' })
  expect(courseOf(skipping)).toMatchObject({ number: 4, isComplete: true, next: undefined })
  const steps = stepsOf(skipping, now)
  expect(steps[0]?.detail).toBe('skipped')
  expect(steps[3]).toMatchObject({ state: 'running', share: 100 })
})

test('a plan that has not started waits for its first milestone', () => {
  const fresh = plan(four.map((one) => ({ ...one, startedAt: null })))
  expect(courseOf(fresh)).toMatchObject({ active: undefined, number: 0, next: { id: 'Staff' } })
  expect(stepsOf(fresh, now).map(({ detail }) => detail)).toEqual([
    '',
    'after 2 days',
    'after 2 days',
    'after 500 times on',
  ])
})
