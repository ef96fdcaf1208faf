import { expect, test } from 'vitest'
import { addUp, changeOf, debtLines, stepOf } from './figures.ts'
import { weekOf } from './steps.ts'

const line = (project: string, ...values: (number | null)[]) => ({ id: 'project', project, values })

test('the projects with the highest debt are shown, and the one that rises fastest is marked', () => {
  const lines = debtLines([
    { id: 'all', project: null, values: [50] },
    line('empty', null, null),
    line('a', 30, 20),
    line('b', 5, 15),
    line('c', 1, 2),
  ])
  expect(lines.map(({ project, rising }) => [project, rising])).toEqual([
    ['a', false],
    ['b', true],
    ['c', false],
  ])
  expect(debtLines([line('alone', 1, 9)])[0]?.rising).toBe(false)
})

test('sums and changes skip steps without data', () => {
  expect(
    addUp([
      [null, 1, 2],
      [null, null, 3],
    ]),
  ).toEqual([null, 1, 5])
  expect(changeOf([null, 10, 8, null])).toBe(-2)
  expect(changeOf([null])).toBeNull()
  expect(changeOf([null, 3])).toBeNull()
})

test('a day belongs to the step that starts before it', () => {
  const dates = ['2026-11-02', '2026-11-09', '2026-11-16']
  expect([stepOf(dates, '2026-11-12'), stepOf(dates, '2026-11-03'), stepOf(dates, null)]).toEqual([
    1,
    undefined,
    undefined,
  ])
})

test.each([
  ['2026-01-01', 1],
  ['2025-12-29', 1],
  ['2027-01-03', 53],
  ['2026-11-16', 47],
])('the ISO week of %s is %i', (day, week) => {
  expect(weekOf(Date.parse(day))).toBe(week)
})
