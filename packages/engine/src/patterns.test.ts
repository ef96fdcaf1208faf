import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test, vi } from 'vitest'
import { tools } from '../test/tools.ts'
import { evaluate, evaluateAll } from './evaluate.ts'
import { isTooLarge, patternLimits, patternSteps } from './patterns.ts'
import { compile } from './ruleset.ts'
import type { Context } from './types.ts'

const at = { now: 0, random: () => 0 }
const flagWith = (value: string, name = 'flag') => ({
  name,
  enabled: true,
  strategies: [
    {
      name: 'flexibleRollout',
      parameters: { rollout: '100' },
      constraints: [{ contextName: 'userId', operator: 'REGEX', value }],
    },
  ],
})
const matches = (pattern: string, context: Context) =>
  evaluate(compile({ features: [flagWith(pattern)] }, tools), 'flag', context, at).enabled

test('a pattern that is too large is not compiled and never matches', () => {
  const regex = vi.fn(() => () => true)
  for (const pattern of ['a'.repeat(patternLimits.characters + 1), '(?:a{1000}){1000}', '(a{1000}){2}'])
    expect(
      evaluate(
        compile({ features: [flagWith(pattern)] }, { regex }),
        'flag',
        { userId: 'a'.repeat(3_000) },
        at,
      ).enabled,
    ).toBe(false)
  expect(regex).not.toHaveBeenCalled()
})

test('a pattern matches texts up to the longest, and none that are longer', () => {
  const longest = 'a'.repeat(patternLimits.text)
  expect(matches('^a+$', { userId: longest })).toBe(true)
  expect(matches('^a+$', { userId: `${longest}a` })).toBe(false)
})

test('all patterns of one evaluation share a bound, and each evaluation starts anew', () => {
  const many = Array.from({ length: 30 }, (_, index) => flagWith(`a.{200}$|^${index}`, `flag-${index}`))
  const ruleset = compile({ features: many }, tools)
  const on = (text: string) =>
    [...evaluateAll(ruleset, { userId: text }, at).values()].filter(({ enabled }) => enabled).length
  const long = 'a'.repeat(patternLimits.text)
  expect(on(long)).toBeGreaterThan(0)
  expect(on(long)).toBeLessThan(30)
  expect(on('a'.repeat(300))).toBe(30)
  for (let time = 0; time < 10; time++)
    expect(evaluate(ruleset, 'flag-29', { userId: long }, at).enabled).toBe(true)
})

test.each([
  ['abc', 3],
  ['^[A-Z]{2,5}-[0-9]+$', 13],
  ['(?i)a|b', 3],
  ['(?P<year>[0-9]{4})', 6],
  ['(a{10}){10}', 120],
  ['[]a]{3}', 3],
  ['[[:alpha:]]{4}', 4],
  ['\\Q(a{1000}){1000}\\E', 19],
  ['\\p{Greek}{7}', 7],
])('%s is estimated at %i steps', (pattern, steps) => {
  expect(patternSteps(pattern)).toBe(steps)
})

test.each(['^[\\w.%+-]{1,64}@[\\w.-]{1,255}$', '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'])(
  '%s is not too large',
  (pattern) => {
    expect(isTooLarge(pattern)).toBe(false)
  },
)

test.each([
  '\\Q[\\E(a{1000}){1000}',
  '[[:alpha:](]{9}(a{1000}){9}',
  '(?i:a{1000}){9}',
  'a{900}(?i){2}',
  '(((a{10}){10}){10}){10}',
  '(?:\\x{61}{100}){100}',
])('%s is too large', (pattern) => {
  expect(isTooLarge(pattern)).toBe(true)
})

const pieces = [
  ...[
    'a',
    'é',
    '.',
    '[a-z]',
    '[^a-z]',
    '[[:alpha:]]',
    '\\d',
    '\\pL',
    '\\x{61}',
    '\\]',
    '\\Q',
    '\\E',
    '[',
    '[^',
    ']',
    '-',
  ],
  ...[
    '(',
    '(?:',
    '(?i)',
    '(?i:',
    '(?P<x>',
    ')',
    '*',
    '+',
    '?',
    '*?',
    '{3}',
    '{2,}',
    '{0,7}',
    '{4,9}',
    '{',
    '}',
    '|',
    '^',
  ],
]

test('the estimate is never far below the size of the compiled program', () => {
  const patterns = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((list) => list.join(''))
  fc.assert(
    fc.property(patterns, (pattern) => {
      const size = programSize(pattern)
      return size === undefined || size <= 2 * patternSteps(pattern) + 10
    }),
    { numRuns: 5_000 },
  )
})

function programSize(pattern: string): number | undefined {
  try {
    return RE2JS.compile(pattern).programSize()
  } catch {
    return undefined
  }
}
