import { expect, test } from 'vitest'
import { isOn } from '../test/ask.ts'
import { at, tools } from '../test/tools.ts'
import { evaluate } from './evaluate.ts'
import { compile } from './ruleset.ts'
import type { At, Context, Flag, Segment, Strategy } from './types.ts'

const rollout = (parameters: Strategy['parameters'], context: Context, when: At = at) =>
  isOn(
    { name: 'flexibleRollout', parameters: { groupId: 'gr1', stickiness: 'userId', ...parameters } },
    context,
    when,
  )

test.for<[rollout: string | undefined, expected: boolean]>([
  ['0', false],
  ['72', false],
  ['73', true],
  ['72.9', false],
  ['73.1', true],
  [' 80 ', true],
  ['1e2', true],
  ['150', true],
  ['-1', false],
  ['abc', false],
  ['', false],
  [' ', false],
  [undefined, false],
])('bucket 73 at %s %% is %s', ([rolloutText, expected]) => {
  expect(rollout({ rollout: rolloutText }, { userId: '123' })).toBe(expected)
  const gradual = { name: 'gradualRolloutUserId', parameters: { percentage: rolloutText, groupId: 'gr1' } }
  expect(isOn(gradual, { userId: '123' })).toBe(expected)
})

test('a rollout of 0 % includes nobody, not even bucket 1', () => {
  expect(rollout({ rollout: '0', groupId: 'g' }, { userId: idInBucket(1, 'g') })).toBe(false)
  expect(rollout({ rollout: '1', groupId: 'g' }, { userId: idInBucket(1, 'g') })).toBe(true)
})

test('a rollout of 100 % is off if the sticky field is missing', () => {
  expect(rollout({ rollout: '100', stickiness: 'tenant' }, { userId: '123' })).toBe(false)
  expect(rollout({ rollout: '100', stickiness: 'tenant' }, { properties: { tenant: '' } })).toBe(false)
  expect(rollout({ rollout: '100', stickiness: 'tenant' }, { properties: { tenant: 0 } })).toBe(true)
})

test('default stickiness uses the user, then the session, then a random id', () => {
  const parameters = { rollout: '73', stickiness: 'default' }
  expect(rollout(parameters, { userId: '123', sessionId: '9' })).toBe(true)
  expect(rollout(parameters, { userId: '', sessionId: '123' })).toBe(true)
  const random = [0, 0.3, 0.6, 0.9].map((drawn) =>
    rollout({ rollout: '50', stickiness: 'default' }, {}, { ...at, random: () => drawn }),
  )
  expect(new Set(random)).toEqual(new Set([true, false]))
})

test('a hash above 2^31 does not become negative', () => {
  expect(rollout({ rollout: '24', groupId: 'groupX' }, { userId: '999' })).toBe(false)
  expect(rollout({ rollout: '25', groupId: 'groupX' }, { userId: '999' })).toBe(true)
})

test('group and id are hashed as one text, so a colon can be in either', () => {
  expect(rollout({ rollout: '97', groupId: 'a' }, { userId: 'b:c' })).toBe(false)
  expect(rollout({ rollout: '97', groupId: 'a:b' }, { userId: 'c' })).toBe(false)
})

test('a numeric user id is hashed as text', () => {
  expect(rollout({ rollout: '72' }, { userId: 123 })).toBe(false)
  expect(rollout({ rollout: '73' }, { userId: 123 })).toBe(true)
})

test('gradualRolloutRandom uses a new random number each time', () => {
  const random = (percentage: string, drawn: number) =>
    isOn({ name: 'gradualRolloutRandom', parameters: { percentage } }, {}, { ...at, random: () => drawn })
  expect(random('0', 0)).toBe(false)
  expect(random('1', 0)).toBe(true)
  expect(random('99', 0.999)).toBe(false)
  expect(random('100', 0.999)).toBe(true)
})

test('applicationHostname needs a host name', () => {
  const strategy = { name: 'applicationHostname', parameters: { hostNames: 'web-1, WEB-2' } }
  const flag: Flag = { name: 'flag', enabled: true, strategies: [strategy] }
  const on = (hostname?: string) =>
    evaluate(compile({ features: [flag] }, { ...tools, hostname }), 'flag', {}, at).enabled
  expect([on('Web-1'), on('web-2'), on('web-3'), on()]).toEqual([true, true, false, false])
})

test.for<[userIds: string, userId: string, expected: boolean]>([
  [' a,b ', 'b', true],
  [' a,b ', 'b ', false],
  ['a,,b', '', false],
  [',', '', false],
  ['', '', false],
  ['a , b', 'a', true],
])('userWithId "%s" for "%s" is %s', ([userIds, userId, expected]) => {
  expect(isOn({ name: 'userWithId', parameters: { userIds } }, { userId })).toBe(expected)
})

test.for<[ips: string, address: string, expected: boolean]>([
  ['2001:db8::/32', '2001:db8::1', true],
  ['10.0.0.0/8', '::ffff:10.0.0.1', true],
  ['bad, 10.0.0.0/8', '10.9.9.9', true],
  ['bad', 'bad', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['', '', false],
])('remoteAddress %s for %s is %s', ([IPs, remoteAddress, expected]) => {
  expect(isOn({ name: 'remoteAddress', parameters: { IPs } }, { remoteAddress })).toBe(expected)
})

test('a flag without a list of strategies is off, and with an empty list on', () => {
  const withStrategies = (strategies: Flag['strategies']) =>
    evaluate(compile({ features: [{ name: 'flag', enabled: true, strategies }] }, tools), 'flag', {}, at)
      .enabled
  expect(withStrategies(undefined)).toBe(false)
  expect(withStrategies(null)).toBe(false)
  expect(withStrategies([])).toBe(true)
  expect(withStrategies([{ name: 'unheardOf' }])).toBe(false)
  expect(withStrategies([{ name: 'unheardOf' }, { name: 'default' }])).toBe(true)
})

test('a missing segment fails only its strategy, and an empty segment matches', () => {
  const segments: Segment[] = [{ id: 1, constraints: [] }]
  const on = (strategies: Strategy[]) =>
    evaluate(
      compile({ features: [{ name: 'flag', enabled: true, strategies }], segments }, tools),
      'flag',
      {},
      at,
    ).enabled
  expect(on([{ name: 'default', segments: [99] }])).toBe(false)
  expect(on([{ name: 'default', segments: [99] }, { name: 'default' }])).toBe(true)
  expect(on([{ name: 'default', segments: [1] }])).toBe(true)
  expect(on([{ name: 'default', segments: [1, 99] }])).toBe(false)
})

function idInBucket(bucket: number, groupId: string): string {
  for (let id = 0; ; id++) {
    const strategy = {
      name: 'flexibleRollout',
      parameters: { rollout: `${bucket}`, groupId, stickiness: 'userId' },
    }
    if (isOn(strategy, { userId: `${id}` })) return `${id}`
  }
}
