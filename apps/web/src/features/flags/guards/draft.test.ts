import { expect, test } from 'vitest'
import { draftOf, freeId, guardOf, newDraft, readSteps } from './draft.ts'

test('steps are read from text, and must go up', () => {
  expect(readSteps('1, 5,25  50;100%')).toEqual([1, 5, 25, 50, 100])
  for (const wrong of ['', '0', '5, 5', '50, 25', '101', '1.5', 'ten', '-1'])
    expect(readSteps(wrong)).toBeUndefined()
  expect(readSteps(Array.from({ length: 21 }, (_, index) => index + 1).join(','))).toBeUndefined()
})

test('a guard goes through the form unchanged', () => {
  const guard = {
    id: 'a',
    name: 'Errors',
    source: 'internal',
    metric: 'errors',
    base: 'requests',
    label: null,
    offValue: 'control',
    worse: 'lower',
    tolerance: 1.5,
    falseAlarms: 0.05,
    action: 'pause',
  } as const
  const { id: _, ...sent } = guard
  expect(guardOf(draftOf(guard), guard)).toEqual(sent)
})

test('outcomes have no base, and the name defaults to the metric', () => {
  expect(guardOf({ ...newDraft, metric: ' errors ', base: 'requests' })).toEqual({
    name: 'errors',
    source: 'outcomes',
    metric: 'errors',
    worse: 'higher',
    tolerance: 1.25,
    action: 'back',
  })
  expect(freeId(['guard-1', 'guard-3'])).toBe('guard-2')
})
