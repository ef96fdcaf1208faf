import { expect, test } from 'vitest'
import type { EnvironmentState } from '../../flags/index.ts'
import { compareFlag, promoteRules } from './rules.ts'

type Rule = EnvironmentState['rules'][number]
const rule = (id: string, rollout: string, more: Partial<Rule> = {}): Rule => ({
  id,
  name: 'flexibleRollout',
  featureName: 'flag',
  title: null,
  disabled: false,
  sortOrder: 0,
  parameters: { rollout },
  constraints: [],
  segments: [],
  variants: [],
  ...more,
})
const flag = (from: Rule[], to: Rule[]) =>
  compareFlag(
    {
      name: 'flag',
      project: 'default',
      type: 'release',
      description: null,
      impressionData: false,
      stale: false,
      tags: [],
      links: [],
      dependencies: [],
      environments: [
        { environment: 'a', enabled: true, variants: [], rules: from, plan: null, safeguards: [] },
        { environment: 'b', enabled: true, variants: [], rules: to, plan: null, safeguards: [] },
      ],
    },
    'a',
    'b',
  )
const pairs = (from: Rule[], to: Rule[]) =>
  flag(from, to).rules.map((pair) => [pair.from?.id, pair.to?.id, pair.same])
const promoted = (from: Rule[], to: Rule[], wanted: Parameters<typeof promoteRules>[2]) =>
  promoteRules(from, to, wanted).map(({ id, parameters }) => `${id ?? 'new'} ${parameters.rollout}`)

test('rules are paired by content, then by title, then by order', () => {
  expect(pairs([rule('a1', '10'), rule('a2', '20')], [rule('b1', '20'), rule('b2', '10')])).toEqual([
    ['a1', 'b2', true],
    ['a2', 'b1', true],
  ])
  expect(
    pairs(
      [rule('a1', '10', { title: 'beta' }), rule('a2', '20')],
      [rule('b1', '30'), rule('b2', '40', { title: 'beta' })],
    ),
  ).toEqual([
    ['a1', 'b2', false],
    ['a2', 'b1', false],
  ])
  expect(pairs([rule('a1', '10')], [rule('b1', '10', { name: 'default' })])).toEqual([
    ['a1', undefined, false],
    [undefined, 'b1', false],
  ])
})

test('the order of fields makes no difference, but the order of rules does', () => {
  const one = rule('a1', '10', { parameters: { rollout: '10', groupId: 'g' } })
  const two = rule('b1', '10', { parameters: { groupId: 'g', rollout: '10' } })
  expect(flag([one], [two]).same).toBe(true)
  const turned = flag([rule('a1', '1'), rule('a2', '2')], [rule('b2', '2'), rule('b1', '1')])
  expect(turned.same).toBe(false)
  expect(turned.order).toEqual({ from: ['b1', 'b2'], to: ['b2', 'b1'], same: false })
})

test('only selected differences are copied, and existing rules keep their ids', () => {
  const from = [rule('a1', '10'), rule('a2', '25', { title: 'x' }), rule('a3', '30')]
  const to = [rule('b1', '10'), rule('b2', '50', { title: 'x' })]
  expect(promoted(from, to, {})).toEqual(['b1 10', 'b2 50'])
  expect(promoted(from, to, { rules: [{ from: 'a2', to: 'b2' }] })).toEqual(['b1 10', 'b2 25'])
  expect(promoted(from, to, { rules: [{ from: 'a3' }] })).toEqual(['b1 10', 'b2 50', 'new 30'])
  expect(promoted(from, to, { rules: [{ to: 'b1' }] })).toEqual(['b2 50'])
})

test('an added rule gets the same position as in the source environment', () => {
  const to = [rule('b1', '1'), rule('b2', '2')]
  const inside = [rule('a1', '1'), rule('a9', '9', { name: 'default' }), rule('a2', '2')]
  expect(promoted(inside, to, { rules: [{ from: 'a9' }] })).toEqual(['b1 1', 'new 9', 'b2 2'])
  const first = [rule('a9', '9', { name: 'default' }), rule('a1', '1'), rule('a2', '2')]
  expect(promoted(first, to, { rules: [{ from: 'a9' }] })).toEqual(['new 9', 'b1 1', 'b2 2'])
})

test('the order of rules is copied if it was selected', () => {
  const from = [rule('a2', '2'), rule('a1', '1')]
  const to = [rule('b1', '1'), rule('bx', '7', { name: 'default' }), rule('b2', '2')]
  expect(promoted(from, to, { order: true })).toEqual(['b2 2', 'b1 1', 'bx 7'])
})
