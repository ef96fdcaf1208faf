import { expect, test } from 'vitest'
import { convert } from './convert.ts'
import { readFlagFile } from './read.ts'
import { toWire } from './to-wire.ts'
import { writeFlagFile } from './write.ts'

const boolean = [
  { value: true, name: 'Available' },
  { value: false, name: 'Unavailable' },
]
const [TRUE, FALSE] = [0, 1]
const clause = (attribute: string, op: string, values: unknown[], more = {}) => ({
  attribute,
  op,
  values,
  ...more,
})

function fromLaunchDarkly(flag: object, ...others: object[]) {
  const items = [flag, ...others].map((one) => ({
    key: 'cart',
    kind: 'boolean',
    variations: boolean,
    ...one,
  }))
  const { flags, notes } = convert('launchdarkly', { items }, 'production')
  for (const file of flags) {
    expect(writeFlagFile(file)).not.toContain('&')
    toWire(readFlagFile(writeFlagFile(file)))
  }
  return { flag: flags.find(({ flag: name }) => name === 'cart'), notes: notes.map(({ text }) => text) }
}
const inProduction = (state: object, more: object = {}) => {
  const { flag, notes } = fromLaunchDarkly({
    ...more,
    environments: { production: { on: true, offVariation: FALSE, ...state } },
  })
  return { ...flag?.environments?.production, notes }
}

test('a flag of LaunchDarkly keeps what it says about itself', () => {
  const { flag } = fromLaunchDarkly({
    description: 'The cart on one page',
    temporary: false,
    deprecated: true,
    tags: ['ops'],
    environments: { production: { on: false, offVariation: FALSE, fallthrough: { variation: TRUE } } },
  })
  expect(flag).toEqual({
    flag: 'cart',
    type: 'operational',
    description: 'The cart on one page',
    stale: true,
    tags: ['simple:ops'],
    environments: { production: { enabled: false, rules: [{ rollout: 100 }] } },
  })
})

test('users that get false are excluded from later rules', () => {
  const { rules, enabled, notes } = inProduction({
    targets: [
      { values: ['mallory'], variation: FALSE },
      { values: ['ann'], variation: TRUE },
    ],
    rules: [
      { description: 'Norway', variation: TRUE, clauses: [clause('country', 'in', ['no'])] },
      { variation: FALSE, clauses: [clause('plan', 'in', ['free'], { negate: true })] },
    ],
    fallthrough: { variation: TRUE },
  })
  const mallory = { field: 'userId', in: ['mallory'], not: true }
  expect({ enabled, notes }).toEqual({ enabled: true, notes: [] })
  expect(rules).toEqual([
    { title: 'Individual targets', rollout: 100, where: [mallory, { field: 'userId', in: ['ann'] }] },
    { title: 'Norway', rollout: 100, where: [mallory, { field: 'country', in: ['no'] }] },
    { rollout: 100, where: [mallory, { field: 'plan', notIn: ['free'], not: true }] },
  ])
})

test('what conditions cannot say is reported', () => {
  const { rules, notes } = inProduction({
    rules: [
      { description: 'A', variation: FALSE, clauses: [clause('a', 'in', [1]), clause('b', 'in', [2])] },
      { description: 'B', variation: TRUE, clauses: [clause('a', 'sounds like', ['x'])] },
      {
        description: 'C',
        variation: TRUE,
        clauses: [clause('', 'segmentMatch', ['beta'], { negate: true })],
      },
    ],
    fallthrough: {
      rollout: {
        variations: [
          { variation: TRUE, weight: 25_000 },
          { variation: FALSE, weight: 75_000 },
        ],
      },
    },
  })
  expect(rules).toEqual([{ rollout: 25 }])
  expect(notes).toEqual([
    'Rule "B" was left out: its operator sounds like is not known.',
    'Rule "C" was left out: it is about users outside of a segment, or in one of several.',
    'Users of rule "A" are not excluded from later rules.',
    expect.stringContaining('hash users differently'),
  ])
})

test('a flag that is on and false for everyone is off', () => {
  expect(inProduction({ fallthrough: { variation: FALSE } })).toEqual({ enabled: false, notes: [] })
})

test.each([
  [clause('email', 'endsWith', ['.no', '.se']), { field: 'email', endsWith: ['.no', '.se'] }],
  [clause('email', 'matches', ['^a', 'b$']), { field: 'email', matches: '(?:^a)|(?:b$)' }],
  [clause('age', 'greaterThanOrEqual', [18]), { field: 'age', atLeast: '18' }],
  [clause('seen', 'before', [0]), { field: 'seen', before: '1970-01-01T00:00:00.000Z' }],
  [
    clause('app', 'semVerLessThan', ['2.0.0'], { negate: true }),
    { field: 'app', versionBelow: '2.0.0', not: true },
  ],
  [
    clause('key', 'in', ['acme'], { contextKind: 'organization' }),
    { field: 'organizationKey', in: ['acme'] },
  ],
  [clause('/address/city', 'in', ['Oslo']), { field: 'address.city', in: ['Oslo'] }],
])('the clause %j becomes a condition', (given, expected) => {
  const { rules } = inProduction({ rules: [{ variation: TRUE, clauses: [given] }] })
  expect(rules?.[0]?.where).toEqual([expected])
})

test('variations become variants of rules', () => {
  const { rules, notes } = inProduction(
    {
      rules: [{ variation: 2, clauses: [clause('', 'segmentMatch', ['beta'])] }],
      fallthrough: {
        rollout: {
          bucketBy: 'team',
          variations: [
            { variation: 0, weight: 33_333 },
            { variation: 1, weight: 66_667 },
            { variation: 2, weight: 0 },
          ],
        },
      },
    },
    {
      kind: 'multivariate',
      variations: [{ value: 'red' }, { value: 12 }, { value: { a: 1 }, name: 'object' }],
    },
  )
  expect(rules).toEqual([
    {
      rollout: 100,
      segments: ['beta'],
      variants: [{ name: 'object', weight: 100, payload: { type: 'json', value: '{"a":1}' } }],
    },
    {
      rollout: 100,
      stickiness: 'team',
      variants: [
        { name: 'red', weight: 33.3, stickiness: 'team', payload: 'red' },
        { name: '12', weight: 66.7, stickiness: 'team', payload: { type: 'number', value: '12' } },
      ],
    },
  ])
  expect(notes).toContainEqual(expect.stringContaining('off variation'))
})

test('prerequisites become dependencies if all environments have the same', () => {
  const parent = { key: 'parent', variations: boolean }
  const colour = { key: 'colour', variations: [{ value: 'red' }, { value: 'blue' }] }
  const prerequisites = [
    { key: 'parent', variation: FALSE },
    { key: 'colour', variation: 1 },
    { key: 'gone', variation: 0 },
  ]
  const same = fromLaunchDarkly({ environments: { production: { on: true, prerequisites } } }, parent, colour)
  expect(same.flag?.dependencies).toEqual([
    { flag: 'parent', enabled: false },
    { flag: 'colour', variants: ['blue'] },
  ])
  expect(same.notes).toContainEqual(expect.stringContaining('gone'))
  const other = fromLaunchDarkly(
    { environments: { production: { on: true, prerequisites }, test: { on: true } } },
    parent,
    colour,
  )
  expect(other.flag?.dependencies).toBeUndefined()
  expect(other.notes).toContainEqual(expect.stringContaining('differ between environments'))
})

const feature = { id: 1, name: 'cart' }
function fromFlagsmith(document: object) {
  const { flags, notes } = convert('flagsmith', document, 'staging')
  for (const file of flags) toWire(readFlagFile(writeFlagFile(file)))
  return { ...flags[0]?.environments?.staging, notes: notes.map(({ text }) => text) }
}
const condition = (operator: string, property_: string | null, value: string) => ({
  operator,
  property_,
  value,
})
const segment = (name: string, priority: number, rules: object[], state: object = {}) => ({
  name,
  rules: [{ type: 'ALL', rules, conditions: [] }],
  feature_states: [{ feature, enabled: true, feature_segment: { priority }, ...state }],
})

test('overrides of Flagsmith become rules in the order of their priority', () => {
  const { enabled, rules, notes } = fromFlagsmith({
    feature_states: [{ feature, enabled: false, feature_state_value: null }],
    project: {
      segments: [
        segment('late', 2, [
          { type: 'ANY', conditions: [condition('EQUAL', 'plan', 'a'), condition('EQUAL', 'plan', 'b')] },
        ]),
        segment('early', 1, [
          {
            type: 'ALL',
            conditions: [
              condition('LESS_THAN', 'app', '2.0.0:semver'),
              condition('PERCENTAGE_SPLIT', null, '30'),
            ],
          },
          { type: 'NONE', conditions: [condition('CONTAINS', 'email', '@test')] },
        ]),
        segment('odd', 3, [
          { type: 'ANY', conditions: [condition('EQUAL', 'a', '1'), condition('EQUAL', 'b', '1')] },
        ]),
      ],
    },
    identity_overrides: [{ identifier: 'ann', identity_features: [{ feature, enabled: true }] }],
  })
  expect(enabled).toBe(true)
  expect(rules).toEqual([
    { title: 'Identity ann', rollout: 100, where: [{ field: 'userId', in: ['ann'] }] },
    {
      title: 'early',
      rollout: 30,
      where: [
        { field: 'app', versionBelow: '2.0.0' },
        { field: 'email', contains: ['@test'], not: true },
      ],
    },
    { title: 'late', rollout: 100, where: [{ field: 'plan', in: ['a', 'b'] }] },
  ])
  expect(notes).toEqual([
    'The override for segment "odd" was left out: it has alternatives about different fields.',
    'Users of rule "early" are not excluded from later rules.',
    expect.stringContaining('hash users differently'),
  ])
})

test('values of Flagsmith become variants', () => {
  const { rules } = fromFlagsmith({
    feature_states: [
      {
        feature,
        enabled: true,
        feature_state_value: 'classic',
        multivariate_feature_state_values: [
          { percentage_allocation: 20, multivariate_feature_option: { value: 'one-page' } },
        ],
      },
    ],
  })
  expect(rules).toEqual([
    {
      rollout: 100,
      variants: [
        { name: 'control', weight: 80, payload: 'classic' },
        { name: 'option-1', weight: 20, payload: 'one-page' },
      ],
    },
  ])
})

test('something else than an export is refused', () => {
  expect(() => convert('launchdarkly', { flags: [] }, 'x')).toThrow('items')
  expect(() => convert('flagsmith', [], 'x')).toThrow()
})

test('names that flags cannot have are left out', () => {
  const states = ['../../.profile', 'a b', '..', 'fine'].map((name, id) => ({
    feature: { id, name },
    enabled: true,
  }))
  const { flags, notes } = convert('flagsmith', { feature_states: states }, 'staging')
  expect(flags.map(({ flag }) => flag)).toEqual(['fine'])
  expect(notes.map(({ flag }) => flag)).toEqual(['../../.profile', 'a b', '..'])
})
