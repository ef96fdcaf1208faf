import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import { modeOf } from './fields.ts'

const claim = { applied: 'old' }
const usual = { overwrite: false, claim }

test.each([
  ['the file and the present agree', { file: 'a', present: 'a' }, 'same'],
  ['only the file changed', { file: 'new', present: 'old' }, 'change'],
  ['only people changed it', { file: 'old', present: 'theirs' }, 'drift'],
  ['both changed to different values', { file: 'new', present: 'theirs' }, 'conflict'],
  ['both changed to the same value', { file: 'new', present: 'new' }, 'same'],
  ['the field was never applied', { file: 'new', present: 'theirs', claim: undefined }, 'change'],
  ['drift is overwritten', { file: 'old', present: 'theirs', overwrite: true }, 'change'],
  ['a conflict is overwritten', { file: 'new', present: 'theirs', overwrite: true }, 'change'],
])('%s', (_title, given, decision) => {
  expect(decide({ ...usual, ...given })).toBe(decision)
})

const proposed = (outcome: 'open' | 'applied' | 'refused') => ({
  applied: 'old',
  proposed: { value: 'new', outcome },
})

test.each([
  ['open', 'new', 'old', 'waiting'],
  ['open', 'newer', 'old', 'change'],
  ['refused', 'new', 'old', 'drift'],
  ['refused', 'newer', 'old', 'change'],
  ['applied', 'new', 'theirs', 'drift'],
  ['applied', 'newer', 'new', 'change'],
  ['applied', 'newer', 'old', 'conflict'],
] as const)('a request that is %s, file %s, present %s: %s', (outcome, file, present, decision) => {
  expect(decide({ file, present, claim: proposed(outcome), overwrite: false })).toBe(decision)
})

test('without manage, files own what they mention; with it, only what it names', () => {
  expect(modeOf({}, 'production', 'enabled')).toBe('file')
  const manage = {
    definition: 'file' as const,
    staging: 'initial' as const,
    production: { rules: 'file' as const, rollout: 'people' as const },
  }
  expect(modeOf({ manage }, '', 'definition')).toBe('file')
  expect(modeOf({ manage }, 'staging', 'variants')).toBe('initial')
  expect(modeOf({ manage }, 'production', 'rules')).toBe('file')
  expect(modeOf({ manage }, 'production', 'enabled')).toBe('people')
  expect(modeOf({ manage }, 'production', 'rollout')).toBe('people')
  expect(modeOf({ manage }, 'development', 'rules')).toBe('people')
  expect(modeOf({ manage: { production: { rules: 'file' } } }, 'production', 'rollout')).toBe('file')
})
