import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviations } from '../test/deviations.ts'
import { at, tools } from '../test/tools.ts'
import { createUnleash } from '../test/unleash.ts'
import { evaluate } from './evaluate.ts'
import { compile } from './ruleset.ts'
import type { Constraint, Context, Flag, Strategy, Variant } from './types.ts'

/** One case of a deviation: the result of `unleash-client`, and ours. */
type Case = { name: string; flag: Flag; context: Context; theirs: Answer; ours: Answer }
type Answer = boolean | string | 'throws'

const strategy = (name: string, parameters: Strategy['parameters'], more: Partial<Strategy> = {}): Flag => ({
  name: 'flag',
  enabled: true,
  strategies: [{ name, parameters, constraints: [], ...more }],
})
const constrained = (constraint: Constraint): Flag => strategy('default', {}, { constraints: [constraint] })
const onField = (operator: string, operand: Partial<Constraint>): Flag =>
  constrained({ contextName: 'field', operator, ...operand })
const field = (value: unknown): Context => ({ properties: { field: value } })
const halves: Variant[] = [
  { name: 'first', weight: 500 },
  { name: 'second', weight: 500 },
]
const rollout = { rollout: '50', groupId: 'g', stickiness: 'userId' }

const cases: Case[] = [
  ...deviation('a list or parameters left out are empty, not an exception', [
    [onField('IN', {}), field('a'), 'throws', false],
    [onField('NOT_IN', {}), field('a'), 'throws', true],
    [onField('STR_CONTAINS', { inverted: true }), field('a'), 'throws', true],
    [onField('IN_CIDR', {}), field('10.0.0.1'), 'throws', false],
    [strategy('userWithId', undefined), { userId: '7' }, 'throws', false],
    [strategy('flexibleRollout', undefined), { userId: '7' }, 'throws', false],
  ]),
  ...deviation('only own keys of the context are fields, and properties is not one', [
    [
      constrained({ contextName: 'constructor', operator: 'STR_CONTAINS', values: ['function'] }),
      {},
      true,
      false,
    ],
    [
      constrained({ contextName: 'toString', operator: 'NOT_IN', values: ['a'], inverted: true }),
      {},
      false,
      false,
    ],
    [constrained({ contextName: 'toString', operator: 'REGEX', value: 'native' }), {}, true, false],
    [
      constrained({ contextName: '__proto__', operator: 'STR_CONTAINS', values: ['object'] }),
      {},
      true,
      false,
    ],
    [
      constrained({ contextName: 'properties', operator: 'IN', values: ['[object Object]'] }),
      field(''),
      true,
      false,
    ],
    [strategy('flexibleRollout', { ...rollout, rollout: '100', stickiness: 'constructor' }), {}, true, false],
  ]),
  ...deviation('a blank field is not a number', [
    [onField('NUM_EQ', { value: '0' }), field(''), true, false],
    [onField('NUM_LT', { value: '1' }), field('  '), true, false],
    [onField('NUM_GT', { value: '1', inverted: true }), field(''), true, true],
  ]),
  ...deviation('versions are strict on both sides', [
    [onField('SEMVER_EQ', { value: 'v1.2.3' }), field('1.2.3'), true, false],
    [onField('SEMVER_EQ', { value: ' 1.2.3' }), field('1.2.3'), true, false],
    [onField('SEMVER_EQ', { value: '1.2.3' }), field('1.2.3 '), true, false],
  ]),
  ...deviation('dates are ISO 8601, and UTC without a zone', [
    [dateAfter('Jan 1 2026'), { currentTime: '2026-06-01T00:00:00Z' }, true, false],
    [dateAfter('12'), { currentTime: '2026-06-01T00:00:00Z' }, true, false],
  ]),
  ...deviation('an IPv4 address in IPv6 form is the IPv4 address', [
    [onField('IN_CIDR', { values: ['10.0.0.0/8'] }), field('::ffff:10.0.0.1'), false, true],
    [onField('IN_CIDR', { values: ['::ffff:10.0.0.0/104'] }), field('10.0.0.1'), false, true],
    [onField('IN_CIDR', { values: ['::/0'] }), field('::ffff:10.0.0.1'), true, false],
    [strategy('remoteAddress', { IPs: '10.0.0.0/8' }), { remoteAddress: '::ffff:10.0.0.1' }, false, true],
  ]),
  ...deviation('a range is not an address', [
    [onField('IN_CIDR', { values: ['10.0.0.0/8'] }), field('10.1.0.0/16'), true, false],
    [strategy('remoteAddress', { IPs: '10.0.0.0/8' }), { remoteAddress: '10.1.0.0/16' }, true, false],
  ]),
  ...deviation('the remoteAddress strategy knows IPv6', [
    [strategy('remoteAddress', { IPs: '2001:db8::/32' }), { remoteAddress: '2001:db8::1' }, false, true],
    [strategy('remoteAddress', { IPs: '2001:db8::1' }), { remoteAddress: '2001:DB8:0::1' }, false, true],
  ]),
  ...deviation('entries of a list parameter are trimmed and empty ones dropped', [
    [strategy('userWithId', { userIds: ' a,b ' }), { userId: 'b' }, false, true],
    [strategy('userWithId', { userIds: ' a,b ' }), { userId: 'b ' }, true, false],
    [strategy('userWithId', { userIds: 'a,,b' }), { userId: '' }, true, false],
    [strategy('remoteAddress', { IPs: '10.0.0.1,' }), { remoteAddress: '' }, true, false],
  ]),
  ...deviation('featureToggle in the context is not a group', [
    // Bucket 24 in the group "flag", 90 in the empty group.
    [
      strategy('flexibleRollout', { rollout: '50', stickiness: 'userId' }),
      { userId: '4', featureToggle: 'flag' },
      true,
      false,
    ],
  ]),
  ...deviation('texts are hashed as UTF-8', [
    // Buckets 21 and 39, see the hashes in `murmur.test.ts`.
    [
      strategy('flexibleRollout', { ...rollout, rollout: '30', groupId: 'norsk' }),
      { userId: 'bjørn' },
      false,
      true,
    ],
    [strategy('default', { groupId: 'norsk' }, { variants: halves }), { userId: 'bjørn' }, 'first', 'second'],
  ]),
  ...deviation('ids that are numbers count as their text', [
    [strategy('userWithId', { userIds: '7' }), { userId: 7 }, false, true],
    [strategy('gradualRolloutUserId', { percentage: '100', groupId: 'g' }), { userId: 0 }, false, true],
    [strategy('remoteAddress', { IPs: '7' }), { remoteAddress: 7 }, false, true],
  ]),
]

const unleash = createUnleash('deviations')
beforeAll(() => new Promise<void>((resolve) => setImmediate(resolve)))
afterAll(() => unleash.client.destroy())

test.for(cases)('$name: $flag.strategies.0 for $context', ({ flag, context, theirs, ours }) => {
  unleash.repository.flags = new Map([[flag.name, flag]])
  expect(answerOfUnleash(flag, context, typeof theirs)).toBe(theirs)
  const result = evaluate(compile({ features: [flag] }, tools), flag.name, context, at)
  expect(typeof ours === 'boolean' ? result.enabled : result.variant.name).toBe(ours)
})

test('every deviation has a case that shows it', () => {
  const shown = cases.filter(({ ours, theirs }) => ours !== theirs).map(({ name }) => name)
  expect(new Set(shown)).toEqual(new Set(deviations.map(({ name }) => name)))
})

function deviation(name: string, rows: [Flag, Context, theirs: Answer, ours: Answer][]): Case[] {
  return rows.map(([flag, context, theirs, ours]) => ({ name, flag, context, theirs, ours }))
}

function dateAfter(value: string): Flag {
  return constrained({ contextName: 'currentTime', operator: 'DATE_AFTER', value })
}

function answerOfUnleash({ name }: Flag, context: Context, kind: string): Answer {
  try {
    const enabled = unleash.client.isEnabled(name, context as never)
    return kind === 'boolean' ? enabled : unleash.client.getVariant(name, context as never).name
  } catch {
    return 'throws'
  }
}
