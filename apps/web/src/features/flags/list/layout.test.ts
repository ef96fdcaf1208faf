import { expect, test } from 'vitest'
import { layoutFor, pickShown } from './layout.ts'

test('with few environments all columns fit on a wide screen', () => {
  expect(layoutFor(1320, { environments: 3, withProject: false })).toEqual({
    environments: 3,
    environmentWidth: 132,
    lifecycle: true,
    usage: true,
    creator: true,
    tags: true,
    created: true,
  })
})

test('remaining space widens the environment columns, up to a limit', () => {
  expect(layoutFor(1500, { environments: 2, withProject: false }).environmentWidth).toBe(140)
  expect(layoutFor(1208, { environments: 20, withProject: false }).environmentWidth).toBe(116)
})

test('the least useful columns are hidden first', () => {
  expect(layoutFor(1208, { environments: 3, withProject: false })).toMatchObject({
    environments: 3,
    tags: true,
    created: false,
  })
  expect(layoutFor(1208, { environments: 3, withProject: true })).toMatchObject({
    usage: true,
    creator: true,
    tags: false,
  })
  expect(layoutFor(792, { environments: 3, withProject: false })).toMatchObject({
    environments: 3,
    lifecycle: true,
    usage: false,
  })
  expect(layoutFor(700, { environments: 3, withProject: false })).toMatchObject({
    environments: 3,
    lifecycle: false,
  })
})

test('of twenty environments as many are shown as fit, with a column for the number of others', () => {
  const { environments, lifecycle } = layoutFor(1208, { environments: 20, withProject: false })
  expect(environments).toBe(5)
  expect(lifecycle).toBe(true)
  expect(layoutFor(3400, { environments: 20, withProject: false }).environments).toBe(20)
  expect(layoutFor(320, { environments: 20, withProject: false }).environments).toBe(3)
})

test('production environments keep their columns if there is no space for the others', () => {
  expect(layoutFor(700, { environments: 6, production: 4, withProject: false }).environments).toBe(4)
  const environments = ['development', 'test', 'staging', 'production', 'preproduction', 'production'].map(
    (type, index) => ({ name: `${type}-${index}`, type }),
  )
  const shown = pickShown(environments, 4, (type) => type === 'production')
  expect(shown.map(({ name }) => name)).toEqual(['development-0', 'test-1', 'production-3', 'production-5'])
  expect(pickShown(environments, 1, (type) => type === 'production')).toHaveLength(2)
})

test('hiding a column makes space for the next one', () => {
  expect(layoutFor(1208, { environments: 6, withProject: false }).tags).toBe(false)
  const without = new Set(['usage', 'lifecycle'] as const)
  expect(layoutFor(1208, { environments: 6, withProject: false, without })).toMatchObject({
    usage: false,
    lifecycle: false,
    creator: true,
  })
})
