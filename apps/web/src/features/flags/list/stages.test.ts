import { expect, test } from 'vitest'
import { countsOf, searchOf, tabOf, tabs } from './stages.ts'

test('the URL of a tab selects the same tab', () => {
  for (const tab of tabs) expect(tabOf(searchOf(tab))).toBe(tab)
})

test('other combinations of stages are a filter on the active tab', () => {
  expect(tabOf({ lifecycle: 'initial' })).toBe('active')
  expect(tabOf({ lifecycle: '!live' })).toBe('active')
})

test('the active tab counts all flags that are not archived', () => {
  expect(countsOf({ initial: 1, preLive: 2, live: 3, completed: 4, archived: 5 })).toEqual({
    active: 10,
    develop: 3,
    live: 3,
    cleanup: 4,
    archived: 5,
  })
})
