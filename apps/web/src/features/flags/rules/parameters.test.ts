import type { Strategy } from '@flagstaff/contract/strategy-types'
import { expect, test } from 'vitest'
import { definitionsOf, faultOf, firstValues, hasFaults, listOf } from './parameters.ts'

const strategy = {
  name: 'byPlan',
  parameters: [
    { name: 'plans', type: 'list', required: true },
    { name: 'seats', type: 'number' },
    { name: 'share', type: 'percentage' },
    { name: 'vip', type: 'boolean' },
  ],
} as Strategy

test('a rule shows the parameters of its strategy, and those it had before', () => {
  const names = definitionsOf(strategy, { seats: '5', region: 'no' }).map(({ name }) => name)
  expect(names).toEqual(['plans', 'seats', 'share', 'vip', 'region'])
  expect(definitionsOf(undefined, { a: '1' })).toEqual([{ name: 'a', type: 'string' }])
})

test('a new rule has default values for booleans and percentages', () => {
  expect(firstValues(strategy)).toEqual({ share: '100', vip: 'false' })
})

test('required parameters must be set, and numbers must be valid', () => {
  const number = { name: 'seats', type: 'number', required: true }
  expect(faultOf(number)).toBe('required')
  expect(faultOf(number, 'many')).toBe('number')
  expect(faultOf(number, '-1.5')).toBeUndefined()
  expect(faultOf({ name: 'a', type: 'string' }, '')).toBeUndefined()
  expect(hasFaults(strategy, { plans: '' })).toBe(true)
  expect(hasFaults(strategy, { plans: 'team' })).toBe(false)
})

test('a list parameter is separated by commas', () => {
  expect(listOf(' team, pro ,,')).toEqual(['team', 'pro'])
})

test('a percentage is a whole number', () => {
  const definition = { name: 'rollout', type: 'percentage' }
  expect(faultOf(definition, '0.5')).toBe('whole')
  expect(faultOf(definition, '5')).toBeUndefined()
})
