import { expect, test } from 'vitest'
import { createAddressBudget, createBudget } from './budget.ts'
import { addressRange, networkRange } from './networks.ts'
import { createPublicIntake, OTHER } from './public-intake.ts'

const caller = { token: 'public', address: '203.0.113.7' }
const registration = (app: string, instance = 'browser') => ({
  app,
  instance,
  environment: 'production',
  sdkType: 'frontend' as const,
  projects: ['*'],
})
const usage = (flag: string, yes: number, no = 0) => ({
  app: 'shop',
  environment: 'production',
  at: 0,
  counts: [{ flag, yes, no, variants: [['blue', yes]] as [string, number][] }],
})
const open = (known: string[] = [], limits = {}) => {
  let time = 0
  const intake = createPublicIntake({ isKnown: (name) => known.includes(name) }, limits, () => time)
  const later = (ms: number) => {
    time += ms
  }
  return { intake, later }
}

test.each([
  ['203.0.113.7', '203.0.113.7', undefined],
  ['::ffff:203.0.113.7', '203.0.113.7', undefined],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0:0::/64', '2001:db8:0::/48'],
])('%s is in the range %s', (ip, range, network) => {
  expect([addressRange(ip), networkRange(ip)]).toEqual([range, network])
})

test('a rate limit resets with its window', () => {
  let time = 0
  const budget = createBudget(10, 1_000, () => time)
  expect([budget.spend('a', 7), budget.spend('a', 7), budget.spend('a'), budget.spend('b', 2)]).toEqual([
    7, 3, 0, 2,
  ])
  time = 1_000
  expect(budget.spend('a', 7)).toBe(7)
})

test('all addresses of one network share ten times the limit of one address', () => {
  const budget = createAddressBudget(10, 1_000, () => 0)
  const spent = Array.from({ length: 50 }, (_, index) => budget.spend(`2001:db8:1:${index}::1`, '', 10))
  expect(spent.reduce((sum, one) => sum + one)).toBe(100)
  expect(budget.spend('203.0.113.7', '', 20)).toBe(10)
})

test('application names beyond the limit are recorded as other, but known names never are', () => {
  const { intake, later } = open(['shop'], { namesPerAddress: 3, namesPerToken: 5 })
  const names = (count: number, from = caller) =>
    Array.from(
      { length: count },
      (_, index) => intake.registration(registration(`flood-${from.address}-${index}`), from).app,
    )
  expect(names(10).filter((name) => name === OTHER)).toHaveLength(7)
  expect(intake.registration(registration('shop'), caller).app).toBe('shop')
  expect(intake.registration(registration('flood-203.0.113.7-1'), caller).app).toBe('flood-203.0.113.7-1')
  const other = { ...caller, address: '203.0.113.8' }
  expect(names(10, other).filter((name) => name === OTHER)).toHaveLength(8)
  expect(intake.usage({ ...usage('a', 1), app: 'never-seen' }, other).app).toBe(OTHER)
  later(3_600_000)
  expect(names(1, { ...caller, address: '203.0.113.9' })).toEqual(['flood-203.0.113.9-0'])
})

test('instances beyond the limit are recorded as other', () => {
  const { intake } = open(['shop'], { instancesPerAddress: 2 })
  const instances = Array.from({ length: 4 }, (_, index) =>
    intake.registration(registration('shop', `${index}`), caller),
  )
  expect(instances.map(({ instance }) => instance)).toEqual(['0', '1', OTHER, OTHER])
  expect(intake.registration(registration('shop', '1'), caller).instance).toBe('1')
})

test('processes of one instance count as instances, and those beyond the limit have no connection ID', () => {
  const { intake } = open(['shop'], { instancesPerAddress: 2 })
  const connect = (connectionId: string) => {
    const taken = intake.registration({ ...registration('shop'), connectionId }, caller)
    return [taken.instance, taken.connectionId]
  }
  expect(['a', 'b', 'c', 'd', 'b'].map(connect)).toEqual([
    ['browser', 'a'],
    ['browser', 'b'],
    [OTHER, undefined],
    [OTHER, undefined],
    ['browser', 'b'],
  ])
})

test('evaluations beyond the limit of an IP address are dropped, and other addresses are not affected', () => {
  const { intake } = open(['shop'], { countsPerAddress: 100 })
  expect(intake.usage(usage('a', 60, 30), caller).counts).toMatchObject([{ yes: 60, no: 30 }])
  expect(intake.usage(usage('a', 20), caller).counts).toMatchObject([{ yes: 10, variants: [['blue', 10]] }])
  expect(intake.usage(usage('a', 20), caller).counts).toEqual([])
  expect(intake.usage(usage('b', 20), caller).counts).toMatchObject([{ yes: 20 }])
  expect(intake.usage(usage('a', 20), { ...caller, address: '203.0.113.8' }).counts).toMatchObject([
    { yes: 20 },
  ])
  expect(intake.dropped).toBe(30)
})

test('variants beyond the limit are dropped, by number and by count', () => {
  const { intake, later } = open(['shop'], { countsPerAddress: 100, variantsPerAddress: 3 })
  const given = (names: string[], count: number) => {
    const variants = names.map((name): [string, number] => [name, count])
    const [counts] = intake.usage(
      { ...usage('a', 1), counts: [{ flag: 'a', yes: 1, no: 0, variants }] },
      caller,
    ).counts
    return counts?.variants
  }
  expect(given(['a', 'b', 'c', 'd', 'e'], 1)).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', 1],
  ])
  expect(given(['f', 'a'], 1e12)).toEqual([['a', 97]])
  later(60_000)
  expect(given(['f', 'a'], 1)).toEqual([
    ['f', 1],
    ['a', 1],
  ])
})

test('long keys with the same beginning are distinct', () => {
  const budget = createBudget(10, 1_000, () => 0)
  const long = 'x'.repeat(10_000)
  expect([budget.spend(`${long}1`, 10), budget.spend(`${long}2`, 10), budget.spend(`${long}1`)]).toEqual([
    10, 10, 0,
  ])
})
