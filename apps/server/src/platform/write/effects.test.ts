import { EVERYWHERE } from '@flagstaff/delivery'
import { expect, test } from 'vitest'
import type { PublishedDocument } from './documents.ts'
import { type Effect, effectsOf, onlyLowers } from './effects.ts'

const flag = { kind: 'flag', name: 'a' } as const
const here = { project: 'p', environment: 'e' }
const on = { enabled: true, strategies: [], variants: [], dependencies: [] }
const off = { ...on, enabled: false }
const rollout = (percentage: string) => ({
  ...on,
  strategies: [{ name: 'flexibleRollout', parameters: { rollout: percentage } }],
})
const document = (doc: object, environment = 'e', project = 'p'): PublishedDocument => ({
  ...flag,
  environment,
  project,
  format: 1,
  doc,
  meta: {},
  heads: [project],
})
const effects = (live: PublishedDocument[], documents: PublishedDocument[], environment?: string) =>
  effectsOf({ touches: [{ ...flag, environment }], live, documents }, [here])

test.each<[string, PublishedDocument[], PublishedDocument[], number]>([
  ['turning on', [document(off)], [document(on)], 1],
  ['turning off without rules', [document(on)], [], 1],
  ['a new flag that is off', [], [document(off, EVERYWHERE)], 0],
  ['removing a flag that was off', [document(off, EVERYWHERE)], [], 0],
  ['archiving a flag that was on', [document(off, EVERYWHERE), document(on)], [], 1],
  ['a description', [document({ ...on, description: 'x' })], [document({ ...on, description: 'y' })], 0],
  ['moving it to another project', [document(on)], [document(on, 'e', 'q')], 1],
  ['moving it here', [document(on, 'e', 'q')], [document(on)], 1],
  ['a change in another environment', [document(on)], [document(on), document(on, 'other')], 0],
  ['a change in another project', [document(off, 'e', 'q')], [document(on, 'e', 'q')], 0],
])('%s', (_name, live, documents, expected) => {
  expect(effects(live, documents)).toHaveLength(expected)
})

test('a flag touched in one environment keeps its default document', () => {
  const everywhere = document(off, EVERYWHERE)
  expect(effects([everywhere], [document(on)], 'e')).toHaveLength(1)
  expect(effects([everywhere, document(on)], [], 'e')).toMatchObject([{ before: on, after: off }])
  expect(effects([everywhere, document(on)], [], 'other')).toEqual([])
})

test('a segment changes every project that uses it', () => {
  const segment = (values: string[], heads: string[]): PublishedDocument => ({
    ...document({ id: 1, name: 'beta', constraints: [{ values }] }),
    kind: 'segment',
    name: '1',
    project: null,
    heads,
  })
  const changed = (live: PublishedDocument[], documents: PublishedDocument[]) =>
    effectsOf({ touches: [{ kind: 'segment', name: '1' }], live, documents }, [here])
  expect(changed([segment(['1'], [])], [segment(['2'], ['p', 'q'])])).toMatchObject([
    { kind: 'segment', name: '1', ...here },
  ])
  expect(changed([segment(['1'], [])], [segment(['2'], ['q'])])).toEqual([])
  expect(changed([segment(['1'], [])], [segment(['1'], ['p'])])).toEqual([])
  expect(changed([], [segment(['1'], ['p'])])).toEqual([])
})

test.each<[string, object | undefined, object | undefined, boolean]>([
  ['turning off', on, off, true],
  ['turning on', off, on, false],
  ['archiving', on, undefined, false],
  ['lowering a percentage', rollout('50'), rollout('10'), true],
  ['raising a percentage', rollout('10'), rollout('50'), false],
  ['removing a rule', rollout('10'), on, false],
  ['turning off and raising', rollout('10'), { ...rollout('50'), enabled: false }, false],
  ['something that is no number', rollout('10'), rollout('x'), false],
])('%s only lowers: %s', (_name, before, after, expected) => {
  const effect = { ...flag, ...here, before, after } as Effect
  expect(onlyLowers(effect)).toBe(expected)
})

const rule = (percentage: string, variant: string, groupId = 'x') => ({
  name: 'flexibleRollout',
  parameters: { rollout: percentage, groupId },
  variants: variant ? [{ name: variant }] : [],
})

test.each<[string, ReturnType<typeof rule>[], boolean]>([
  ['the next rule has another variant', [rule('100', 'safe'), rule('100', 'danger')], false],
  ['a later rule has another variant', [rule('100', 'a'), rule('9', 'a'), rule('9', 'b')], false],
  ['the next rule has the same variant', [rule('100', 'safe'), rule('100', 'safe')], true],
  ['the next rule divides people otherwise', [rule('100', 'a', 'x'), rule('100', 'a', 'y')], false],
  ['no rule has variants', [rule('100', '', 'x'), rule('100', '', 'y')], true],
])('lowering the first rule if %s only lowers: %s', (_name, strategies, expected) => {
  const [first, ...others] = strategies
  const lowered = { ...first, parameters: { ...first?.parameters, rollout: '0' } }
  const before = { ...on, strategies }
  const effect = { ...flag, ...here, before, after: { ...on, strategies: [lowered, ...others] } }
  expect(onlyLowers(effect as unknown as Effect)).toBe(expected)
})

test('a flag that another one needs to be off is not only lowered', () => {
  const effect = { ...flag, ...here, before: on, after: off, turnsOn: true } as Effect
  expect(onlyLowers(effect)).toBe(false)
})
