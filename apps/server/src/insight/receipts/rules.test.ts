import type { Receipt } from '@flagstaff/contract/receipts'
import { expect, test } from 'vitest'
import { tagsIn, tally } from './rules.ts'

const reader = (instance: string, revision: number, more: Partial<Receipt> = {}): Receipt => ({
  app: 'shop',
  instance,
  kind: 'sdk',
  via: 'poll',
  projects: ['*'],
  revision,
  at: 1,
  ...more,
})
const NO_STATES = new Set<string>()
const named = (...receipts: Receipt[]) => ({ named: receipts, counted: [] })

test('instances with the revision or a newer one count as delivered', () => {
  const told = [named(reader('a', 7), reader('b', 6)), named(reader('c', 9))]
  expect(tally(told, 'default', 7, NO_STATES)).toMatchObject({
    sdks: { delivered: 2, total: 3 },
    edges: { delivered: 0, total: 0 },
    waiting: [{ instanceId: 'b', revision: 6 }],
  })
})

test('an instance that polls two processes counts once, with its latest state', () => {
  const told = [named(reader('a', 6, { at: 1 })), named(reader('a', 7, { at: 2 }))]
  expect(tally(told, 'default', 7, NO_STATES).sdks).toEqual({ delivered: 1, total: 1 })
  expect(tally([...told].reverse(), 'default', 7, NO_STATES).sdks).toEqual({ delivered: 1, total: 1 })
})

test('instances without access to the project do not count', () => {
  const told = [
    named(reader('a', 5, { projects: ['other'] }), reader('b', 7, { projects: ['default', 'other'] })),
  ]
  expect(tally(told, 'default', 7, NO_STATES).sdks).toEqual({ delivered: 1, total: 1 })
})

test('counted instances are added, and edges are counted separately', () => {
  const told = [
    {
      named: [reader('edge', 7, { kind: 'edge' }), reader('slow', 3, { kind: 'edge' })],
      counted: [
        { projects: ['*'], revision: 7, instances: 1_000 },
        { projects: ['*'], revision: 6, instances: 9 },
        { projects: ['other'], revision: 6, instances: 50 },
      ],
    },
  ]
  expect(tally(told, 'default', 7, NO_STATES)).toMatchObject({
    sdks: { delivered: 1_000, total: 1_009 },
    edges: { delivered: 1, total: 2 },
  })
})

test('an instance with a state from another history does not count, whatever its revision', () => {
  const told = [named(reader('a', 7, { hash: 'aaaaaaaa' }), reader('b', 9, { hash: 'bbbbbbbb' }))]
  expect(tagsIn(told)).toEqual(['7-aaaaaaaa', '9-bbbbbbbb'])
  expect(tally(told, 'default', 7, new Set(['7-aaaaaaaa']))).toMatchObject({
    sdks: { delivered: 1, total: 2 },
    waiting: [{ instanceId: 'b' }],
  })
})
