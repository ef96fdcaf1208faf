import { expect, test } from 'vitest'
import type { EnvironmentState } from '../../../flags/index.ts'
import type { Served } from './queries.ts'
import { rulesBack } from './rules.ts'

type Rule = EnvironmentState['rules'][number]

const rule = (id: string, sortOrder: number): Rule => ({
  id,
  featureName: 'checkout',
  name: 'default',
  title: null,
  disabled: false,
  sortOrder,
  parameters: {},
  constraints: [],
  segments: [],
  variants: [],
})
const servedAs = (ids: readonly string[]): Served => ({
  doc: {
    name: 'checkout',
    type: 'release',
    project: 'default',
    stale: false,
    description: null,
    impressionData: false,
    enabled: true,
    strategies: ids.map(() => ({
      name: 'default',
      parameters: {},
      constraints: [],
      segments: [],
      variants: [],
    })),
    variants: [],
    dependencies: [],
  },
  meta: { tags: [], rules: ids.map((id) => ({ id, title: null })) },
})

/** The order after a restore; rules that are off are in brackets. */
const orderOf = (served: string[], now: string[], added: string[] = []) =>
  rulesBack(servedAs(served), now.map(rule), new Set(added))
    .map(({ id, disabled }) => (disabled ? `(${id})` : id))
    .join(' ')

test.each<[served: string[], now: string[], expected: string]>([
  [['a', 'b'], ['a', 'x', 'b'], 'a (x) b'],
  [['a', 'b'], ['x', 'y', 'a', 'b', 'z'], '(x) (y) a b (z)'],
  [['a', 'gone', 'b'], ['a', 'x', 'b'], 'a (x) gone b'],
  [['gone'], ['x', 'y'], 'gone (x) (y)'],
  [[], ['x', 'y'], '(x) (y)'],
])('served %j and now %j: rules that were off stay in their place', (served, now, expected) => {
  expect(orderOf(served, now)).toBe(expected)
})

test('served rules get their old order back, and added rules are left out', () => {
  expect(orderOf(['a', 'b'], ['b', 'new', 'x', 'a'], ['new'])).toBe('a b (x)')
})
