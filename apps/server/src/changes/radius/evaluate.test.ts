import type { Constraint, Flag, Strategy } from '@flagstaff/engine'
import { expect, test } from 'vitest'
import { type Modes, pseudonymiser, type StoredBatch } from '../../instance/index.ts'
import { toCounts } from './answer.ts'
import { apportion } from './apportion.ts'
import { estimateFor } from './estimate.ts'
import { createEvaluator } from './evaluate.ts'
import { usedFields } from './fields.ts'
import type { Sides } from './sides.ts'
import { createDraws } from './stickiness.ts'
import { tallyUp } from './tally.ts'
import { createWorlds } from './worlds.ts'

const pseudonymise = pseudonymiser('a key')
const plainModes: Modes = {
  fields: ['userId', 'country', 'plan'],
  pseudonyms: new Set(),
  pseudonymise: undefined,
}
const modes: Modes = { ...plainModes, pseudonyms: new Set(['userId']), pseudonymise }

function createRandom(seed: number) {
  let state = seed
  return (most: number) => {
    state = (state * 16_807) % 2_147_483_647
    return state % most
  }
}

const batchOf = (fields: StoredBatch['fields'], count: number, app = 'web'): StoredBatch => ({
  environment: 'development',
  app,
  projects: ['*'],
  count,
  fields,
  startedAt: new Date(0),
  seenAt: new Date(0),
})
const users = (count: number) => Array.from({ length: count }, (_, index) => `user-${index}`)
const countries = ['NO', 'SE', 'DK', 'FI']
const plain = (count: number, app = 'web') =>
  batchOf(
    {
      userId: users(count),
      country: users(count).map((_, index) => countries[index % 4] ?? null),
      plan: users(count).map((_, index) => (index % 3 === 0 ? null : 'pro')),
    },
    count,
    app,
  )
const hidden = (count: number) => {
  const batch = plain(count)
  const userId = users(count).map((user) => pseudonymise('userId', user))
  return { ...batch, fields: { ...batch.fields, userId } }
}

const side = (...flags: Flag[]) => ({
  flags: new Map(flags.map((flag) => [flag.name, flag])),
  segments: new Map(),
})
const sidesOf = (before: Flag[], after: Flag[]): Sides => ({
  before: side(...before),
  after: side(...after),
  names: [...new Set([...before, ...after].map(({ name }) => name))],
})
const rollout = (percent: number, more: Partial<Strategy> = {}, stickiness = 'userId'): Strategy => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(percent), stickiness, groupId: 'g' },
  ...more,
})
const flag = (name: string, ...strategies: Strategy[]): Flag => ({ name, enabled: true, strategies })

async function radius(sides: Sides, batches: readonly StoredBatch[], how = plainModes) {
  const { worlds, blind } = createWorlds(sides, how)
  const evaluator = createEvaluator({
    worlds,
    draws: createDraws(sides, how),
    names: sides.names,
    fields: usedFields(sides),
    now: 0,
  })
  const around = { evaluator, by: ['country'], turn: () => undefined, most: Number.POSITIVE_INFINITY }
  const tally = await tallyUp(batches, around)
  return { ...toCounts(tally, evaluator), tally, blind }
}

function randomFlag(next: (most: number) => number, name: string): Flag {
  const constraint = (): Constraint =>
    [
      { contextName: 'country', operator: next(2) ? 'IN' : 'NOT_IN', values: countries.slice(next(4)) },
      { contextName: 'userId', operator: 'IN', values: users(200).slice(next(200)) },
      { contextName: 'userId', operator: 'STR_ENDS_WITH', values: [String(next(10))] },
      { contextName: 'email', operator: 'STR_CONTAINS', values: ['@'], inverted: next(2) === 1 },
    ][next(4)] as Constraint
  const rule = (): Strategy =>
    next(6) === 0
      ? { name: 'custom', parameters: { x: String(next(3)) } }
      : rollout(
          next(101),
          {
            constraints: Array.from({ length: next(3) }, constraint),
            variants:
              next(3) === 0
                ? ['a', 'b'].map((variant) => ({ name: variant, weight: 500, stickiness: 'default' }))
                : [],
          },
          ['userId', 'default', 'random', 'tenant'][next(4)],
        )
  return { ...flag(name, ...Array.from({ length: next(3) }, rule)), enabled: next(5) > 0 }
}

test('the radius of no change is 0, whatever the rules are', async () => {
  const next = createRandom(11)
  for (let round = 0; round < 15; round++) {
    const flags = [randomFlag(next, 'one'), randomFlag(next, 'two')]
    for (const how of [plainModes, modes]) {
      const { changed, unknown, transitions } = await radius(sidesOf(flags, flags), [hidden(60)], how)
      expect({ changed, unknown, transitions }).toEqual({ changed: 0, unknown: 0, transitions: [] })
    }
  }
})

test('transitions, applications and fields add up', async () => {
  const next = createRandom(5)
  let total = 0
  for (let round = 0; round < 15; round++) {
    const sides = sidesOf([randomFlag(next, 'one')], [randomFlag(next, 'one')])
    const found = await radius(sides, [plain(50), plain(30, 'ios')], next(2) ? plainModes : modes)
    const { contexts, changed, unknown, transitions, applications, tally } = found
    const sum = (list: readonly { changed: number }[]) => list.reduce((all, one) => all + one.changed, 0)
    total += changed
    expect(contexts).toBe(80)
    expect(changed + unknown).toBeLessThanOrEqual(80)
    expect(transitions.reduce((all, one) => all + one.contexts, 0)).toBe(changed)
    expect(sum(applications)).toBe(changed)
    expect(
      [...apportion(tally.fields.get('country') ?? new Map()).values()].reduce((all, one) => all + one, 0),
    ).toBe(changed)
  }
  expect(total).toBeGreaterThan(50)
})

test('the share stays right under pseudonyms', async () => {
  const sides = sidesOf([flag('one', rollout(25))], [flag('one', rollout(40))])
  const real = await radius(sides, [plain(5_000)])
  const other = await radius(sides, [hidden(5_000)], modes)
  for (const { changed } of [real, other]) {
    expect(changed).toBeGreaterThan(650)
    expect(changed).toBeLessThan(850)
  }
})

test('conditions on pseudonyms select the same contexts as on values', async () => {
  const values = ['user-1', ' user-7 ', 'nobody']
  const listed = (operator: string) =>
    flag('one', rollout(100, { constraints: [{ contextName: 'userId', operator, values }] }))
  const byId = flag('one', { name: 'userWithId', parameters: { userIds: 'user-1, user-2' } })
  for (const [after, expected] of [
    [listed('IN'), 2],
    [listed('NOT_IN'), 98],
    [byId, 2],
  ] as const) {
    const found = await radius(sidesOf([flag('one', rollout(0))], [after]), [hidden(100)], modes)
    expect([found.changed, found.unknown, found.blind]).toEqual([expected, 0, []])
  }
})

test('custom strategies and ranges of addresses cannot be told', async () => {
  const how = { ...modes, fields: [...modes.fields, 'remoteAddress'], pseudonyms: new Set(['remoteAddress']) }
  const after = flag(
    'one',
    { name: 'ours', parameters: {} },
    { name: 'remoteAddress', parameters: { IPs: '10.0.0.0/8' } },
  )
  const found = await radius(sidesOf([flag('one', rollout(0))], [after]), [plain(10)], how)
  expect(found).toMatchObject({
    changed: 0,
    unknown: 10,
    blind: [
      { reason: 'customStrategy', name: 'ours' },
      { reason: 'pseudonym', name: 'remoteAddress' },
    ],
  })
})

test('draws for contexts without the stickiness field have the right share', async () => {
  for (const stickiness of ['tenant', 'random', 'default']) {
    const sides = sidesOf(
      [flag('one', rollout(25, {}, stickiness))],
      [flag('one', rollout(40, {}, stickiness))],
    )
    const nobody = batchOf({ country: users(1_000).map(() => 'NO') }, 1_000)
    const { changed } = await radius(sides, [nobody])
    expect(changed).toBeGreaterThan(130)
    expect(changed).toBeLessThan(170)
  }
})

test('the part done so far is returned when the time is over', async () => {
  const sides = sidesOf([flag('one', rollout(0))], [flag('one', rollout(100))])
  const { worlds } = createWorlds(sides, plainModes)
  const evaluator = createEvaluator({
    worlds,
    draws: createDraws(sides, plainModes),
    names: ['one'],
    fields: [],
    now: 0,
  })
  const tally = await tallyUp(
    Array.from({ length: 10 }, () => plain(1_000)),
    { evaluator, by: [], turn: () => undefined, most: 0 },
  )
  expect(tally.contexts).toBeLessThan(10_000)
  expect(tally.changed).toBe(tally.contexts)
})

test('estimates scale the share that is on, or give an upper bound', () => {
  const day = { on: 240, evaluations: 2_400 }
  const conditional = { constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }] }
  const estimate = (before: Strategy[], after: Strategy[], used = day) => {
    const { share, perHour, upperBound } = estimateFor(
      'one',
      flag('one', ...before),
      flag('one', ...after),
      used,
    )
    return [share, perHour, upperBound]
  }
  expect(estimate([rollout(25, conditional)], [rollout(50, conditional)])).toEqual([0.1, 10, false])
  expect(estimate([rollout(25)], [rollout(40)], { on: 0, evaluations: 0 })).toEqual([0.15, 0, false])
  expect(estimate([rollout(25)], [rollout(25, conditional)])).toEqual([0.25, 25, true])
  expect(estimate([rollout(25)], [rollout(0)])).toEqual([0.1, 10, false])
})
