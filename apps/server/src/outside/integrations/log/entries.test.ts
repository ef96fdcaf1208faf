import { expect, test } from 'vitest'
import { rangesOf, withinPage } from './entries.ts'
import type { DeliveryRow } from './queries.ts'

const delivery = (from: number, events: number) =>
  ({ from_revision: from, to_revision: from + events - 1, events }) as DeliveryRow

test('a page reads the events of deliveries as far as they fit, and at least those of the first', () => {
  expect(rangesOf([delivery(100, 6), delivery(50, 5), delivery(40, 4)], 10)).toEqual([
    { from: 100, to: 105, isWhole: true },
    { from: 50, to: 50, isWhole: false },
    { from: 40, to: 43, isWhole: true },
  ])
  expect(rangesOf([delivery(1, 50), delivery(60, 1)], 10)).toMatchObject([
    { to: 50, isWhole: true },
    { to: 60, isWhole: false },
  ])
})

test('a page leaves out bodies that do not fit', () => {
  const entry = (body: string | undefined) =>
    ({ id: '1', details: { status: 200, ...(body === undefined ? {} : { body }) } }) as never
  const page = withinPage([entry('aaaa'), entry(undefined), entry('bbbb'), entry('cccc')], 8)
  expect(page.map(({ details }) => details)).toEqual([
    { status: 200, body: 'aaaa' },
    { status: 200 },
    { status: 200, body: 'bbbb' },
    { status: 200 },
  ])
})
