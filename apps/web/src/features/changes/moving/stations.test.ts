import { expect, test } from 'vitest'
import { differingFlags, stationOf, toWrite } from './stations.ts'

const plan = { at: '', rows: [], differences: [], blocked: [], needNew: [], notBrought: [] }

test('a failed step is shown where it can be repeated', () => {
  expect(stationOf({ phase: 'none' })).toBe('connect')
  expect(stationOf({ phase: 'failed' })).toBe('connect')
  expect(stationOf({ phase: 'failed', plan })).toBe('plan')
  const imported = { created: 1, updated: 0, differences: [], blocked: [] }
  expect(stationOf({ phase: 'interrupted', plan, imported })).toBe('import')
  expect(stationOf({ phase: 'comparing', plan, imported })).toBe('compare')
})

test('differences of a flag are listed once', () => {
  const differences = [
    { kind: 'flag', name: 'a', fields: ['description'] },
    { kind: 'environment', name: 'a', environment: 'production', fields: ['rules'] },
    { kind: 'segment', name: 'b', fields: ['constraints'] },
  ]
  expect(differingFlags({ differences })).toEqual([
    { name: 'a', fields: ['description', 'production rules'] },
  ])
})

test('objects to create and to update are written', () => {
  const row = { kind: 'flags', total: 6, create: 2, update: 1, same: 3, differ: 0 }
  expect(toWrite({ rows: [row, { ...row, kind: 'users', create: 0 }] })).toBe(4)
})
