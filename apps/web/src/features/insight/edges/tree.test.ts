import type { ConnectedEdge } from '@flagstaff/contract/receipts'
import { expect, test } from 'vitest'
import { treeOf } from './tree.ts'

const edge = (
  identifier: string,
  parent: string | null = null,
  environment = 'production',
): ConnectedEdge => ({
  identifier,
  appName: identifier,
  edgeVersion: '1',
  environment,
  started: null,
  region: null,
  parent,
  reportedAt: '2026-01-01T00:00:00Z',
  connectedStreamingClients: 0,
  cpuUsage: null,
  memoryUsage: null,
  revision: 7,
  behind: 0,
  instances: 0,
})
const shown = (edges: ConnectedEdge[]) =>
  treeOf(edges).map(({ edge: one, depth }) => `${'-'.repeat(depth)}${one.identifier}`)

test('edges are nested below their parent, within an environment', () => {
  expect(shown([edge('leaf', 'middle'), edge('middle', 'top'), edge('other'), edge('top')])).toEqual([
    'other',
    'top',
    '-middle',
    '--leaf',
  ])
  expect(shown([edge('top', null, 'development'), edge('leaf', 'top')])).toEqual(['top', 'leaf'])
})

test('an edge with an unknown parent is shown at the top, and cycles are shown too', () => {
  expect(shown([edge('a', 'gone')])).toEqual(['a'])
  expect(shown([edge('a', 'b'), edge('b', 'a')])).toEqual(['a', '-b'])
})
