import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeLines, itemText } from './event-change-lines.ts'

const lines = (preData: object | null, data: object | null) => changeLines({ preData, data })
const inNordics = { contextName: 'country', operator: 'IN', values: ['SE', 'NO'] }
const firing = { 'alert.status': { operator: 'IN', values: ['firing'] } }
const turnOff = (featureName: string, sortOrder: number) => ({
  action: 'TOGGLE_FEATURE_OFF',
  sortOrder,
  executionParams: { project: 'default', environment: 'production', featureName },
})

test.each([
  [{ parameters: { rollout: '25' } }, { parameters: { rollout: '40' } }, ['rollout 25 → 40 %']],
  [{ parameters: {} }, { parameters: { rollout: '40' } }, ['rollout set to 40 %']],
  [{ parameters: { groupId: 'a' } }, { parameters: { groupId: 'b' } }, ['group ID a → b']],
  [{ title: 'Old title' }, { title: 'New' }, ['title “Old title” → New']],
  [{ title: 'Ramp' }, { title: '' }, ['title Ramp removed']],
  [{ impressionData: false }, { impressionData: true }, ['impression data no → yes']],
  [{ segments: [1, 2] }, { segments: [2, 3] }, ['segment 1 removed', 'segment 3 added']],
  [{ values: ['a', 'b'] }, { values: ['b', 'a'] }, ['values reordered']],
  [{ values: ['a', 'a'] }, { values: ['a'] }, ['value a removed']],
  [{ constraints: [] }, { constraints: [inNordics] }, ['constraint country IN SE, NO added']],
  [
    { constraints: [inNordics] },
    { constraints: [{ ...inNordics, inverted: true, caseInsensitive: true }] },
    ['constraint country IN SE, NO removed', 'constraint country not IN SE, NO (ignoring case) added'],
  ],
  [
    { variants: [{ name: 'a', weight: 500, payload: { type: 'string', value: 'x' } }] },
    { variants: [{ name: 'a', weight: 335, payload: { type: 'string', value: 'y' } }, { name: 'b' }] },
    ['variant b added', 'variant a: weight 50 → 33.5 %', 'variant a: payload value x → y'],
  ],
  [{ strategyIds: ['a', 'b'] }, { strategyIds: ['b', 'a'] }, ['strategy IDs reordered']],
  [{ mode: 'open' }, { mode: { kind: 'private' } }, ['mode open removed', 'mode kind set to private']],
  [
    { preferences: [{ kind: 'own-flag', inApp: true, mail: 'off' }] },
    { preferences: [{ kind: 'own-flag', inApp: false, mail: 'daily' }] },
    ['email for owned and watched flags: off → daily', 'notifications for owned and watched flags: on → off'],
  ],
  [
    { preferences: [{ kind: 'productivity-report', inApp: false, mail: 'off' }] },
    { preferences: [{ kind: 'productivity-report', inApp: false, mail: 'now' }] },
    ['email for monthly reports: off → now'],
  ],
  [
    { actions: [turnOff('checkout', 1)], match: { sourceId: 1, payload: {} } },
    { actions: [turnOff('search', 1), turnOff('checkout', 2)], match: { sourceId: 2, payload: firing } },
    [
      'action turn off search in production added',
      'action turn off checkout in production: sort order 1 → 2',
      'match source ID 1 → 2',
      'condition alert.status IN firing added',
    ],
  ],
  [
    { legalValues: [{ value: 'NO', description: 'Norway' }] },
    { legalValues: [{ value: 'NO', description: 'Norge' }, { value: 'SE' }] },
    ['legal value SE added', 'legal value NO: description Norway → Norge'],
  ],
  [
    { labelSelectors: { region: ['eu'] } },
    { labelSelectors: { region: ['eu', 'us'] } },
    ['label selectors region us added'],
  ],
  [
    { grants: [] },
    { grants: [{ userId: 3, scope: { all: true } }] },
    ['grant user ID 3, scope all yes added'],
  ],
] as const)('%j to %j: %j', (preData, data, expected) => {
  expect(lines(preData, data)).toEqual(expected)
})

test('constraints that a segment replaced are removed, not empty', () => {
  const before = { constraints: [inNordics], segments: [] }
  const after = { constraints: [], segments: [7] }
  expect(changeLines({ preData: before, data: after }, { segments: new Map([[7, 'eu']]) })).toEqual([
    'constraint country IN SE, NO removed',
    'segment eu added',
  ])
})

test('an item of a list is described with all its fields', () => {
  expect(itemText({ name: 'a', weight: 335, payload: { type: 'json', value: '{}' } })).toBe(
    'name a, weight 33.5 %, payload type json, payload value {}',
  )
  expect(itemText({ permission: 'ADMIN', environments: ['a', 'b'], overrides: [] })).toBe(
    'permission ADMIN, environments a, b',
  )
  expect(itemText(turnOff('checkout', 1))).toBe('turn off checkout in production')
})

test('lines contain no JSON', () => {
  const item = fc.dictionary(fc.constantFrom('alpha', 'beta'), fc.constantFrom(1, 'b', true, null), {
    minKeys: 1,
  })
  fc.assert(
    fc.property(fc.array(item), fc.array(item), (before, after) => {
      expect(lines({ items: before }, { items: after }).join()).not.toMatch(/[{}[\]"]/)
    }),
  )
})

test('long values are shortened', () => {
  expect(lines(null, { description: 'x'.repeat(100) })).toEqual([`description set to ${'x'.repeat(59)}…`])
})

const word = fc.constantFrom('a', 'b', 'two words', 'c')
const constraint = fc.record({
  contextName: word,
  operator: fc.constantFrom('IN', 'NOT_IN'),
  inverted: fc.boolean(),
  values: fc.array(word),
})
const variant = fc.record({ name: word, weight: fc.nat(1000), stickiness: word })
const fields = {
  title: fc.option(word),
  disabled: fc.boolean(),
  sortOrder: fc.nat(9),
  segments: fc.array(fc.nat(4)),
  constraints: fc.array(constraint),
  variants: fc.array(variant),
  rollout: fc.nat(100).map(String),
  stickiness: word,
}
/** The word that a line about the field starts with. */
const words: Record<keyof typeof fields, string> = {
  title: 'title',
  disabled: 'disabled',
  sortOrder: 'sort order',
  segments: 'segment',
  constraints: 'constraint',
  variants: 'variant',
  rollout: 'rollout',
  stickiness: 'stickiness',
}
type Fields = { [key in keyof typeof fields]: unknown }
const toRule = ({ rollout, stickiness, ...rule }: Fields) => ({
  ...rule,
  parameters: { rollout, stickiness },
})

test('whatever changed in a rule is named, and nothing else', () => {
  const rule = fc.record(fields)
  const keys = fc.subarray(Object.keys(fields) as (keyof typeof fields)[])
  fc.assert(
    fc.property(rule, rule, keys, (before, other, changed) => {
      const after: Fields = { ...before, ...Object.fromEntries(changed.map((key) => [key, other[key]])) }
      const differing = Object.keys(fields).filter(
        (key) =>
          JSON.stringify(before[key as keyof typeof fields]) !==
          JSON.stringify(after[key as keyof typeof fields]),
      )
      const told = lines(toRule(before), toRule(after))
      const named = Object.entries(words).filter(([, name]) => told.some((line) => line.startsWith(name)))
      expect(named.map(([key]) => key)).toEqual(Object.keys(words).filter((key) => differing.includes(key)))
    }),
  )
})

test('whatever changed in any data is named', () => {
  const key = fc.constantFrom('alpha', 'beta', 'gamma')
  const value = fc.jsonValue({ maxDepth: 3 })
  const data = fc.dictionary(key, value)
  const flat = (one: unknown) => typeof one !== 'object' || Array.isArray(one)
  fc.assert(
    fc.property(data, data, (before, after) => {
      const told = lines(before, after)
      for (const name of ['alpha', 'beta', 'gamma']) {
        const [was, is] = [before[name], after[name]]
        if (!flat(was) || !flat(is) || JSON.stringify(was) === JSON.stringify(is)) continue
        if (
          [was, is].every(
            (one) => one === undefined || one === '' || (Array.isArray(one) && one.length === 0),
          )
        )
          continue
        expect(told.some((line) => line.startsWith(name))).toBe(true)
      }
    }),
  )
})
