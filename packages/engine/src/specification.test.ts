import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { at, tools } from '../test/tools.ts'
import { decide } from './decide.ts'
import { evaluate } from './evaluate.ts'
import { explain } from './explain.ts'
import { unknownFlag } from './results.ts'
import { createRuleset, type Ruleset } from './ruleset.ts'
import type { Context, Flag, Segment, VariantResult } from './types.ts'

type Case<Expected> = { description: string; context: Context; toggleName: string; expectedResult: Expected }
type DeltaEvent =
  | { type: 'hydration'; features: Flag[]; segments: Segment[] }
  | { type: 'feature-updated'; feature: Flag }
  | { type: 'feature-removed'; featureName: string }
  | { type: 'segment-updated'; segment: Segment }
  | { type: 'segment-removed'; segmentId: number }
type Specification = {
  name: string
  state: { features?: Flag[]; segments?: Segment[]; events?: DeltaEvent[] }
  tests?: Case<boolean>[]
  variantTests?: Case<VariantResult>[]
}

const specifications = loadSpecifications()

test('the specification has 279 cases', () => {
  const cases = specifications.flatMap(({ tests = [], variantTests = [] }) => [...tests, ...variantTests])
  expect(cases).toHaveLength(279)
})

for (const { name, state, tests = [], variantTests = [] } of specifications) {
  const ruleset = rulesetOf(state)
  test.for(tests)(`${name}: $description`, ({ toggleName, context, expectedResult }) => {
    expect(evaluate(ruleset, toggleName, context, at).enabled).toBe(expectedResult)
    expect(explain(ruleset, toggleName, context, at).result.enabled).toBe(expectedResult)
    expect(decide(ruleset, toggleName, context, at)?.result.enabled ?? false).toBe(expectedResult)
  })
  test.for(variantTests)(`${name}: $description`, ({ toggleName, context, expectedResult }) => {
    const expected = { ...expectedResult, featureEnabled: expectedResult.feature_enabled }
    expect(evaluate(ruleset, toggleName, context, at).variant).toEqual(expected)
    expect(explain(ruleset, toggleName, context, at).result.variant).toEqual(expected)
    const decided = decide(ruleset, toggleName, context, at) ?? { result: unknownFlag }
    expect(decided.result.variant).toEqual(expected)
  })
}

function loadSpecifications(): Specification[] {
  const index = createRequire(import.meta.url).resolve(
    '@unleash/client-specification/specifications/index.json',
  )
  const read = (file: string) => JSON.parse(readFileSync(new URL(file, `file://${index}`), 'utf8'))
  return read('index.json').map(read)
}

function rulesetOf(state: Specification['state']): Ruleset {
  const ruleset = createRuleset(tools)
  const hydration = {
    type: 'hydration' as const,
    features: state.features ?? [],
    segments: state.segments ?? [],
  }
  for (const event of state.events ?? [hydration]) apply(event, ruleset)
  return ruleset
}

function apply(event: DeltaEvent, ruleset: Ruleset): void {
  switch (event.type) {
    case 'hydration':
      event.segments.forEach(ruleset.setSegment)
      event.features.forEach(ruleset.setFlag)
      break
    case 'feature-updated':
      ruleset.setFlag(event.feature)
      break
    case 'feature-removed':
      ruleset.removeFlag(event.featureName)
      break
    case 'segment-updated':
      ruleset.setSegment(event.segment)
      break
    case 'segment-removed':
      ruleset.removeSegment(event.segmentId)
      break
  }
}
