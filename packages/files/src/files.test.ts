import type { FlagFile } from '@flagstaff/contract/code-files'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromWire } from './from-wire.ts'
import { globPattern, globRoot } from './glob.ts'
import { readFlagFile, readFlagstaffFile } from './read.ts'
import { schemas } from './schemas.ts'
import { toWire } from './to-wire.ts'
import type { WireFlag } from './wire.ts'
import { updateFlagFile, writeFlagFile } from './write.ts'

const example = `# The cart on one page
flag: new-cart
type: release
description: The cart on one page        # comments stay
tags: [team:checkout]
environments:
  development: { enabled: true, rules: [{ rollout: 100 }] }
  production:
    rules:
      - title: Staff # they go first
        segments: [employees]
      - rollout: 10
        stickiness: userId
        where:
          - { field: country, in: [no, se] }
        variants:
          - { name: one-page, weight: 50, payload: one-page }
          - { name: classic, weight: 50, payload: classic }
`

test('the value of a flag is read and written', () => {
  const typed: FlagFile = {
    flag: 'cart',
    value: { type: 'object', default: { columns: 2 }, schema: { type: 'object' } },
    environments: {},
  }
  expect(toWire(typed).value).toEqual({
    valueType: 'object',
    valueSchema: { type: 'object' },
    defaultValue: { columns: 2 },
  })
  expect(fromWire(toWire(typed))).toEqual(typed)
  expect(readFlagFile(writeFlagFile(typed))).toEqual(typed)
  expect(toWire({ flag: 'cart', value: { type: 'boolean', default: false } }).value).toEqual({})
  let deep: unknown = 1
  for (let level = 0; level < 10_000; level++) deep = { deep }
  expect(() => toWire({ flag: 'cart', value: { type: 'object', default: deep } })).toThrow('too many levels')
})

test('short forms become the words of the API', () => {
  const wire = toWire(readFlagFile(example))
  expect(wire).toMatchObject({ name: 'new-cart', tags: [{ type: 'team', value: 'checkout' }] })
  expect(wire.environments[1]?.rules).toEqual([
    {
      name: 'flexibleRollout',
      title: 'Staff',
      disabled: false,
      parameters: { rollout: '100', stickiness: 'default', groupId: 'new-cart' },
      constraints: [],
      segments: ['employees'],
      variants: [],
    },
    {
      name: 'flexibleRollout',
      title: null,
      disabled: false,
      parameters: { rollout: '10', stickiness: 'userId', groupId: 'new-cart' },
      constraints: [
        {
          contextName: 'country',
          operator: 'IN',
          values: ['no', 'se'],
          inverted: false,
          caseInsensitive: false,
        },
      ],
      segments: [],
      variants: ['one-page', 'classic'].map((name) => ({
        name,
        weight: 500,
        weightType: 'variable',
        stickiness: 'userId',
        payload: { type: 'string', value: name },
      })),
    },
  ])
  expect(wire.environments[1]).not.toHaveProperty('enabled')
})

test('the words of the API always work', () => {
  const rule = `{ strategy: userWithId, parameters: { userIds: "1" }, constraints: [{ contextName: a, operator: NUM_GT, value: "3" }] }`
  const wire = toWire(readFlagFile(`flag: a\nenvironments: { production: { rules: [${rule}] } }`))
  expect(wire.environments[0]?.rules?.[0]).toMatchObject({
    name: 'userWithId',
    parameters: { userIds: '1' },
    constraints: [{ contextName: 'a', operator: 'NUM_GT', value: '3' }],
  })
})

test.each([
  ['flag: a\ntyp: release', 'typ is not a known field'],
  [
    'flag: a\nenvironments: { production: { rules: [{ rolout: 1 }] } }',
    'environments.production.rules.0: rolout',
  ],
  ['flag: [', 'line'],
  ['flag: a\nflag: b', 'duplicate'],
  ['type: release', 'flag'],
  ['flag: a\nenvironments: { p: { rules: [{ rollout: 101 }] } }', 'rollout'],
  ['flag: !!js/function "f"', 'tag'],
])('%j is refused', (text, reason) => {
  expect(() => readFlagFile(text)).toThrow(reason)
})

test.each([
  ['{ where: [{ field: a }] }', 'exactly one operator'],
  ['{ where: [{ field: a, in: [x], above: 3 }] }', 'exactly one operator'],
  ['{ rollout: 5, parameters: {} }', 'not both'],
  ['{ strategy: default, rollout: 5 }', 'takes parameters'],
  ['{ variants: [{ name: a, weight: 33.33 }] }', 'decimal'],
])('the rule %s is refused', (rule, reason) => {
  const file = readFlagFile(`flag: a\nenvironments: { production: { rules: [${rule}] } }`)
  expect(() => toWire(file)).toThrow(reason)
})

test('a project can lock what its files manage', () => {
  const text = (lock: string) => `owner: shop\nprojects: { checkout: { files: '*.yaml', lock: ${lock} } }`
  expect(readFlagstaffFile(text('true')).projects?.checkout).toEqual({ files: '*.yaml', lock: true })
  expect(() => readFlagstaffFile(text('sometimes'))).toThrow('projects.checkout.lock')
  expect(JSON.stringify(schemas['flagstaff.v1.json'])).toContain('"lock"')
})

test('alias bombs and cycles are refused', () => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
  for (let level = 1; level < 12; level++)
    lines.push(
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    )
  expect(() => readFlagFile(lines.join('\n'))).toThrow('more than')
  expect(() => readFlagFile('flag: &a { b: *a }')).toThrow()
})

test('files above the size limit are refused', () => {
  expect(() => readFlagFile(`flag: a\ndescription: ${'x'.repeat(2 ** 20)}`)).toThrow('larger')
})

const text = fc.oneof(
  fc
    .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
    .filter((one) => one.trim() === one && one !== ''),
  fc.constantFrom(
    'no',
    'true',
    'null',
    '~',
    '1',
    '0x1F',
    '2026-01-01',
    '- a',
    '#a',
    'a: b',
    '<<',
    '=',
    '1e3',
    '.5',
  ),
)
const constraint = fc.oneof(
  fc.record({
    contextName: text,
    operator: fc.constantFrom('IN' as const, 'STR_CONTAINS' as const, 'IN_CIDR' as const),
    values: fc.array(text, { maxLength: 3 }),
    inverted: fc.boolean(),
    caseInsensitive: fc.boolean(),
  }),
  fc.record({
    contextName: text,
    operator: fc.constantFrom(
      'NUM_EQ' as const,
      'DATE_AFTER' as const,
      'SEMVER_LT' as const,
      'REGEX' as const,
    ),
    values: fc.constant<string[]>([]),
    value: text,
    inverted: fc.boolean(),
    caseInsensitive: fc.boolean(),
  }),
)
const payload = fc.option(
  fc.record({ type: fc.constantFrom('string' as const, 'json' as const), value: text }),
  { nil: undefined },
)
const variant = fc
  .record({
    name: text,
    weight: fc.integer({ min: 0, max: 1000 }),
    weightType: fc.constantFrom('variable' as const, 'fix' as const),
    stickiness: fc.constantFrom('default', 'userId'),
    payload,
  })
  .map(({ payload: given, ...rest }) => (given ? { ...rest, payload: given } : rest))
const parameters = fc.oneof(
  fc.record({
    rollout: fc.oneof(fc.integer({ min: 0, max: 100 }).map(String), fc.constantFrom('07', '101', '')),
    stickiness: fc.constantFrom('default', 'userId', ''),
    groupId: fc.constantFrom('flag', 'other', ''),
  }),
  fc.constant({}),
  fc.dictionary(text, text, { maxKeys: 2 }).map((given) => Object.fromEntries(Object.entries(given))),
)
const rule = fc.record({
  name: fc.constantFrom('flexibleRollout', 'default', 'userWithId'),
  title: fc.option(text),
  disabled: fc.boolean(),
  parameters: parameters as fc.Arbitrary<Record<string, string>>,
  constraints: fc.array(constraint, { maxLength: 2 }),
  segments: fc.array(text, { maxLength: 2 }),
  variants: fc.array(variant, { maxLength: 2 }),
})
const flag: fc.Arbitrary<WireFlag> = fc.record({
  name: fc.constant('flag'),
  type: fc.constantFrom('release', 'experiment'),
  description: text,
  impressionData: fc.constant(true),
  stale: fc.constant(true),
  tags: fc.array(fc.record({ type: fc.constant('simple'), value: text }), { minLength: 1, maxLength: 2 }),
  links: fc.array(fc.record({ url: text, title: fc.option(text) }), { minLength: 1, maxLength: 2 }),
  dependencies: fc.array(
    fc.record({ feature: text, enabled: fc.boolean(), variants: fc.array(text, { maxLength: 2 }) }),
    { minLength: 1, maxLength: 2 },
  ),
  environments: fc.constantFrom('production', 'development').chain((environment) =>
    fc
      .record({
        environment: fc.constant(environment),
        enabled: fc.boolean(),
        rules: fc.array(rule, { maxLength: 3 }),
        variants: fc.array(variant, { minLength: 1, maxLength: 2 }),
      })
      .map((state) => [state]),
  ),
})

test('what is written is read as the same flag', () => {
  fc.assert(
    fc.property(flag, (wire) => {
      expect(toWire(readFlagFile(writeFlagFile(fromWire(wire))))).toEqual(wire)
    }),
    { numRuns: 200 },
  )
})

test('an updated file says what the flag is, whatever it said before', () => {
  fc.assert(
    fc.property(flag, flag, (before, after) => {
      const same = {
        ...after,
        environments: after.environments.map((one) => ({ ...one, environment: 'production' })),
      }
      const old = {
        ...before,
        environments: before.environments.map((one) => ({ ...one, environment: 'production' })),
      }
      const updated = updateFlagFile(writeFlagFile(fromWire(old)), fromWire(same))
      expect(toWire(readFlagFile(updated))).toEqual(same)
    }),
    { numRuns: 100 },
  )
})

test('an update keeps comments, order and style, and adds no fields', () => {
  const changed: FlagFile = structuredClone(readFlagFile(example))
  const production = changed.environments?.production
  const second = production?.rules?.[1]
  if (second) second.rollout = 25
  changed.stale = true
  if (production) production.enabled = true
  const updated = updateFlagFile(example, changed)
  const packed = (given: string) =>
    given.split('\n').map((line) => line.trimEnd().replaceAll(/(?<=\S) +/g, ''))
  expect(packed(updated)).toEqual(packed(example.replace('rollout: 10\n', 'rollout: 25\n')))
  expect(updateFlagFile(example, readFlagFile(example))).toBe(example)
})

test('flagstaff.yaml names an owner and projects', () => {
  const config = readFlagstaffFile(`
version: 1
server: https://flags.example.com
owner: shop/checkout
projects:
  checkout:
    files: flags/**/*.yaml
    remove: archive
    manage:
      definition: file
      development: initial
      production: { rules: file, enabled: people, rollout: people }
`)
  expect(config.projects?.checkout?.remove).toBe('archive')
  expect(() => readFlagstaffFile('version: 2\nowner: a\nprojects: {}')).toThrow('version')
  expect(() =>
    readFlagstaffFile('version: 1\nowner: a\nprojects: { a: { files: x, manage: { b: never } } }'),
  ).toThrow()
})

test('flagstaff.yaml can have a server and aliases only', () => {
  const aliases = { 'new-cart': ['NEW_CART', 'Flags.NewCart'], search: 'SEARCH', gone: ['GONE'] }
  expect(
    readFlagstaffFile(`
server: https://flags.example.com
aliases: # other names
  new-cart: [NEW_CART, Flags.NewCart]
  'search': SEARCH # a constant
  gone:
    # a comment
    - GONE
`),
  ).toEqual({ server: 'https://flags.example.com', aliases })
})

test('glob patterns match paths', () => {
  const matches = (glob: string, path: string) => globPattern(glob).test(path)
  expect(matches('flags/**/*.yaml', 'flags/a.yaml')).toBe(true)
  expect(matches('flags/**/*.yaml', 'flags/a/b/c.yaml')).toBe(true)
  expect(matches('flags/**/*.yaml', 'flags/a.yml')).toBe(false)
  expect(matches('flags/*.{yaml,json}', 'flags/a.json')).toBe(true)
  expect(matches('flags/*.yaml', 'flags/a/b.yaml')).toBe(false)
  expect(matches('a+b/*.yaml', 'aab/x.yaml')).toBe(false)
  expect([globRoot('flags/checkout/**/*.yaml'), globRoot('*.yaml'), globRoot('./flags/a.yaml')]).toEqual([
    'flags/checkout',
    '',
    'flags',
  ])
})

test('the JSON schemas are plain JSON', () => {
  expect(JSON.parse(JSON.stringify(schemas['flag.v1.json']))).toMatchObject({
    type: 'object',
    additionalProperties: false,
    required: ['flag'],
  })
  expect(JSON.stringify(schemas['flagstaff.v1.json'])).toContain('"files"')
})

test('a value that is used twice is written twice', () => {
  const where = [{ field: 'country', in: ['no'] }]
  const state = (rollout: number) => ({
    rules: [
      { rollout, where },
      { rollout: 100, where },
    ],
  })
  const first = writeFlagFile({ flag: 'a', environments: { production: state(1) } })
  expect(first).not.toMatch(/[&*]a/)
  expect(
    updateFlagFile(first, {
      flag: 'a',
      environments: { production: { rules: [{ where }, { where }, { where }] } },
    }),
  ).not.toMatch(/[&*]a/)
})

test('a pattern or a list cannot keep the reader busy', () => {
  expect(() => globPattern(`flags/${'*a'.repeat(60)}`)).toThrow('wildcards')
  expect(globPattern('flags/**/*.{yaml,yml}').test('flags/a/b.yml')).toBe(true)
  expect(() => readFlagFile(`flag: [${'1,'.repeat(400_000)}1]`)).toThrow('more than')
})
