import { compile, evaluate } from '@flagstaff/engine'
import { expect, test } from 'vitest'
import type { ClientDocument } from '../source/schemas.ts'
import { contextsFor } from './contexts.ts'
import { compareDocuments } from './documents.ts'
import { randomFlags } from './random.ts'
import { type EnvironmentReport, isClean } from './report.ts'
import { chooseTokens } from './tokens.ts'

const now = '2026-11-01T12:00:00.000Z'
const rollout = (share: number, more: object = {}) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(share), stickiness: 'default', groupId: 'g' },
  ...more,
})
const document = (strategies: object[], segments: ClientDocument['segments'] = []): ClientDocument => ({
  features: [{ name: 'a', enabled: true, strategies: strategies as never }],
  segments,
})

test('ids, empty lists and absent fields are no difference', () => {
  const segment = (id: number, value: string) => ({
    id,
    name: 's',
    constraints: [{ contextName: 'plan', operator: 'IN', values: [value] }],
  })
  const theirs = document([rollout(50, { id: 'x', segments: [3], variants: [] })], [segment(3, 'team')])
  const ours = document([rollout(50, { id: 'y', segments: [9] })], [segment(9, 'team')])
  expect(compareDocuments(theirs, ours)).toEqual([])
  const changed = document([rollout(60, { segments: [9] })], [segment(9, 'free')])
  expect(compareDocuments(theirs, changed)).toEqual([
    {
      flag: 'a',
      state: 'differs',
      fields: ['strategies.0.parameters.rollout', 'strategies.0.segments.0.constraints.0.values.0'],
    },
  ])
  expect(compareDocuments(theirs, { features: [], segments: [] })).toEqual([
    { flag: 'a', state: 'missing', fields: [] },
  ])
  expect(compareDocuments({ features: [], segments: [] }, theirs)).toEqual([])
})

test('values that our server completes are no difference', () => {
  const since = (value: string, parameters: object) =>
    document([
      {
        name: 'flexibleRollout',
        parameters,
        constraints: [{ contextName: 'currentTime', operator: 'DATE_AFTER', value }],
      },
    ])
  const parameters = { rollout: '50', groupId: 'g' }
  const ours = since('2026-01-01T00:00:00.000Z', { ...parameters, stickiness: 'default' })
  expect(compareDocuments(since('2026-01-01', parameters), ours)).toEqual([])
  expect(compareDocuments(since('2026-01-02', parameters), ours)).toMatchObject([{ flag: 'a' }])
  expect(compareDocuments(since('2026-01-01', { ...parameters, stickiness: 'userId' }), ours)).toMatchObject([
    { flag: 'a' },
  ])
})

test.each([
  ['IN', { values: ['7'] }],
  ['NOT_IN', { values: ['7'] }],
  ['STR_STARTS_WITH', { values: ['ab'] }],
  ['NUM_GT', { value: '5' }],
  ['NUM_LTE', { value: '5' }],
  ['DATE_AFTER', { value: '2026-01-01T00:00:00Z' }],
  ['DATE_BEFORE', { value: '2026-01-01T00:00:00Z' }],
  ['SEMVER_GT', { value: '1.2.3' }],
  ['SEMVER_LT', { value: '1.2.3' }],
])('generated contexts meet %s, and miss it', (operator, values) => {
  for (const inverted of [false, true]) {
    const constraint = { contextName: 'field', operator, inverted, ...values }
    const whole = document([rollout(100, { constraints: [constraint] })])
    const [flag] = whole.features
    if (!flag) throw new Error('The document has a flag.')
    const ruleset = compile({ features: whole.features }, { regex: () => undefined })
    const results = contextsFor(flag, whole, { now, idsPerRollout: 5 }).map(
      (context) => evaluate(ruleset, 'a', context, { now: Date.parse(now), random: () => 0 }).enabled,
    )
    expect(new Set(results)).toEqual(new Set([true, false]))
  }
})

test('random rules are found, and flags that depend on them', () => {
  const features = [
    { name: 'a', enabled: true, strategies: [rollout(50)] },
    {
      name: 'b',
      enabled: true,
      strategies: [{ name: 'gradualRolloutRandom', parameters: { percentage: 5 } }],
    },
    { name: 'c', enabled: true, strategies: [], dependencies: [{ feature: 'b' }] },
  ]
  expect(randomFlags({ features, segments: [] })).toEqual({ flags: new Set(['b', 'c']), rules: 1 })
})

test('tokens are chosen that together see all projects', () => {
  const token = (secret: string, projects: string[], type = 'client') => ({
    secret,
    tokenName: 't',
    type,
    environment: 'production',
    projects,
  })
  const wanted = { environment: 'production', type: 'backend', projects: ['a', 'b'] } as const
  expect(chooseTokens([token('a:production.1', ['a'])], wanted)).toBeUndefined()
  const both = [token('a:production.1', ['a']), token('b:production.2', ['b'])]
  expect(chooseTokens(both, wanted)).toEqual(['a:production.1', 'b:production.2'])
  expect(chooseTokens([...both, token('*:production.3', ['*'])], wanted)).toEqual(['*:production.3'])
  expect(chooseTokens([token('*:production.…', ['*'])], wanted)).toBeUndefined()
  expect(chooseTokens([token('*:production.4', ['*'], 'frontend')], wanted)).toBeUndefined()
})

test('a comparison in which nothing was compared is not clean', () => {
  const environment: EnvironmentReport = {
    environment: 'production',
    flags: 0,
    documentDifferences: [],
    contexts: 0,
    recorded: 0,
    evaluations: 0,
    evaluationMismatches: 0,
    frontendAnswers: 0,
    frontendMismatches: 0,
    mismatches: [],
    randomFlags: 0,
    randomRules: 0,
  }
  const report = { from: 'http://unleash', at: now, ms: 1, notCompared: [] }
  expect(isClean({ ...report, environments: [environment] })).toBe(false)
  // An environment without flags does not spoil the comparison of the others.
  expect(isClean({ ...report, environments: [environment, { ...environment, evaluations: 9 }] })).toBe(true)
})
