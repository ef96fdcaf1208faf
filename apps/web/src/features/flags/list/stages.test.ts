import { expect, test } from 'vitest'
import { countsOf, searchOf, tabOf, tabs } from './stages.ts'

test('a tab is found again in the address it leads to', () => {
  for (const tab of tabs) expect(tabOf(searchOf(tab))).toBe(tab)
})

test('another choice of stages is a filter of the active ones', () => {
  expect(tabOf({ lifecycle: 'initial' })).toBe('active')
  expect(tabOf({ lifecycle: '!live' })).toBe('active')
})

test('active is whatever is not archived', () => {
  expect(countsOf({ initial: 1, preLive: 2, live: 3, completed: 4, archived: 5 })).toEqual({
    active: 10,
    develop: 3,
    live: 3,
    cleanup: 4,
    archived: 5,
  })
})
