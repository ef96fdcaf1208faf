import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flagDocument, flagRow, storedRow } from '../test/rows.ts'
import { cutPiece } from './cut-piece.ts'
import type { FlagDocument, RuleDocument } from './documents.ts'
import { toPiece } from './pieces.ts'

const rule = (more: Partial<RuleDocument> = {}): RuleDocument => ({
  name: 'flexibleRollout',
  parameters: { rollout: '50', groupId: 'a "group"' },
  constraints: [{ contextName: 'country', operator: 'IN', values: ['NO', 'SE'], inverted: false }],
  variants: [],
  segments: [],
  ...more,
})
const cut = (doc: FlagDocument, change: (text: string) => string = (text) => text) => {
  const row = storedRow(flagRow('development', doc))
  return cutPiece({ ...row, doc: change(row.doc) })
}
const both = (doc: FlagDocument) => [cut(doc), toPiece(doc, { tags: [] })]

test.each<[string, Partial<FlagDocument>]>([
  ['without rules', {}],
  ['that is off', { enabled: false }],
  ['that was on', { enabled: false, released: true, valueType: 'string' }],
  ['with a description', { description: 'It is "new":\n{"strategies":[]} \\ and ü' }],
  ['with rules', { strategies: [rule(), rule({ segments: [3, 1] }), rule({ segments: [1] })] }],
  ['with a rule without conditions', { strategies: [rule({ parameters: {}, constraints: [] })] }],
  ['with variants', { variants: [{ name: 'a', weight: 1000, payload: { type: 'json', value: '{}' } }] }],
])('cutting a flag %s gives what parsing it gives', (_what, more) => {
  const [cut, parsed] = both(flagDocument('shop', more))
  expect(cut).toEqual(parsed)
})

test('cutting gives what parsing gives, or nothing', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('"', '\\', '{}', '],"variants":[', ',"segments":[]}', '\u2028'),
  )
  const condition = fc.record({ contextName: text, operator: text, values: fc.array(text) })
  const rules = fc.array(
    fc.record({
      name: text,
      parameters: fc.dictionary(text, text),
      constraints: fc.array(condition),
      variants: fc.array(fc.record({ name: text, weight: fc.nat() })),
      segments: fc.array(fc.nat()),
    }),
  )
  const documents = fc.record({ name: text, project: text, description: fc.option(text), strategies: rules })
  fc.assert(
    fc.property(documents, (more) => {
      const [cut, parsed] = both(flagDocument(more.name, more as Partial<FlagDocument>))
      if (cut) expect(cut).toEqual(parsed)
    }),
  )
})

test.each<[string, (text: string) => string]>([
  ['spaces', (text) => text.replaceAll('":', '": ')],
  ['another order', (text) => text.replace('"stale":false,', '').replace(/\}$/, ',"stale":false}')],
  ['a rule that is not one', (text) => text.replace('"strategies":[', '"strategies":[null,')],
  ['a condition that is not one', (text) => text.replace('"constraints":[', '"constraints":["NO",')],
  ['a rule without segments', (text) => text.replace(',"segments":[]', '')],
  ['a rule whose segments come first', (text) => text.replace('[{"name"', '[{"segments":[],"name"')],
  ['another name', (text) => text.replace('"shop"', '"shoe"')],
  [
    'something after its rules',
    (text) => text.replace('],"variants":[],"dep', '],"more":[],"variants":[],"dep'),
  ],
])('a text with %s is not cut', (_what, change) => {
  const doc = flagDocument('shop', { strategies: [rule()] })
  expect(cut(doc)).toBeDefined()
  expect(cut(doc, change)).toBeUndefined()
})
