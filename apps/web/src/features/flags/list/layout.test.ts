import { expect, test } from 'vitest'
import { layoutFor } from './layout.ts'

test('with few environments everything has its place on a wide screen', () => {
  expect(layoutFor(1320, 3, false)).toEqual({
    environments: 3,
    environmentWidth: 132,
    lifecycle: true,
    usage: true,
    creator: true,
    tags: true,
    created: true,
  })
})

test('room that is left goes to the names of environments, up to a point', () => {
  expect(layoutFor(1500, 2, false).environmentWidth).toBe(140)
  expect(layoutFor(1208, 20, false).environmentWidth).toBe(116)
})

test('what is of least use goes first', () => {
  expect(layoutFor(1208, 3, false)).toMatchObject({ environments: 3, tags: true, created: false })
  expect(layoutFor(1208, 3, true)).toMatchObject({ usage: true, creator: true, tags: false })
  expect(layoutFor(792, 3, false)).toMatchObject({ environments: 3, lifecycle: true, usage: false })
  expect(layoutFor(700, 3, false)).toMatchObject({ environments: 3, lifecycle: false })
})

test('of twenty environments as many are shown as fit, and room is left to say how many are not', () => {
  const { environments, lifecycle } = layoutFor(1208, 20, false)
  expect(environments).toBe(5)
  expect(lifecycle).toBe(true)
  expect(layoutFor(3400, 20, false).environments).toBe(20)
  expect(layoutFor(320, 20, false).environments).toBe(3)
})
