import { describe, expect, test } from 'vitest'
import { type Batch, bandOf, fold, foldBand, isRegressed, isSafe, newBand, newGuard } from './guards.ts'

const RUNS = Number(process.env.GUARD_RUNS ?? 400)
const DAY = 24 * 60
const TOLERANCE = 1.25
const ALPHA = 0.01

/** Seeded, so that a failure can be repeated (mulberry32). */
function createRandom(seed: number) {
  let state = (seed * 7_919) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
type Random = () => number

function poisson(mean: number, random: Random): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal))
  }
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count += 1
  return count
}

type Scenario = {
  /** Uses a minute, over all instances. */
  uses: number
  instances?: number
  /** The share of the new arm at this minute. */
  share: (minute: number) => number
  /** The rate of bad outcomes of each arm at this minute. */
  oldRate: (minute: number) => number
  ratio: number
  /** Bad outcomes come in groups of this size, all in the arm of one caller. */
  burst?: number
}

function batchOf(
  { uses, instances = 1, share, oldRate, ratio, burst = 1 }: Scenario,
  minute: number,
  random: Random,
): Batch {
  const all = uses / instances
  const part = share(minute)
  const newUses = poisson(all * part, random)
  const oldUses = poisson(all * (1 - part), random)
  const bad = (count: number, rate: number) =>
    Math.min(count, burst * poisson((count * rate) / burst, random))
  return {
    newUses,
    oldUses,
    newBad: bad(newUses, oldRate(minute) * ratio),
    oldBad: bad(oldUses, oldRate(minute)),
  }
}

/** The minute of the alarm, if there is one within a day. */
function alarmOf(scenario: Scenario, seed: number, tolerance = TOLERANCE): number | undefined {
  const random = createRandom(seed)
  let state = newGuard()
  for (let minute = 0; minute < DAY; minute++) {
    for (let instance = 0; instance < (scenario.instances ?? 1); instance++)
      state = fold(state, batchOf(scenario, minute, random), tolerance)
    if (isRegressed(state, ALPHA)) return minute
  }
  return undefined
}

const steps = (minute: number) => [0.01, 0.05, 0.25, 0.5][Math.min(3, Math.floor(minute / 360))] ?? 0.5
const half = () => 0.5
const daily = (minute: number) => 0.01 * (1.5 + Math.sin((2 * Math.PI * minute) / DAY))
const steady = () => 0.01

const clean: [name: string, scenario: Scenario][] = [
  ['independent outcomes', { uses: 1_000, share: half, oldRate: steady, ratio: 1.25 }],
  ['bursts of 3', { uses: 1_000, share: half, oldRate: steady, ratio: 1.25, burst: 3 }],
  ['bursts of 10', { uses: 1_000, share: half, oldRate: steady, ratio: 1.25, burst: 10 }],
  ['steps with a daily rhythm', { uses: 1_000, share: steps, oldRate: daily, ratio: 1.25 }],
]
describe('a new arm that is as bad as is tolerated', () => {
  test.each(clean)('seldom raises an alarm in a day: %s', (name, scenario) => {
    const alarms = Array.from({ length: RUNS }, (_, seed) => alarmOf(scenario, seed + 1)).filter(
      (minute) => minute !== undefined,
    )
    if (process.env.GUARD_RUNS) process.stdout.write(`${name}: ${alarms.length} alarms in ${RUNS} days\n`)
    // Promised are 1 % at most; the rest is chance.
    expect(alarms.length).toBeLessThanOrEqual(RUNS * 0.015)
  })
})

describe('a new arm that is worse', () => {
  /** Minutes until the alarm, in order. */
  const minutesOf = (scenario: Scenario, tolerance?: number): number[] =>
    Array.from(
      { length: 40 },
      (_, seed) => alarmOf(scenario, seed + 1, tolerance) ?? Number.POSITIVE_INFINITY,
    ).sort((one, other) => one - other)

  test('twice as bad is found in every rollout, within an hour and a half with one instance', () => {
    const one = { uses: 1_000, share: half, oldRate: steady, ratio: 2 }
    expect(minutesOf(one).at(-1)).toBeLessThan(90)
    expect(minutesOf(one)[20]).toBeLessThanOrEqual(45)
    expect(minutesOf(one, 1)[20]).toBeLessThanOrEqual(30)
  })

  test('with 20 instances it takes minutes, and ten times as bad one or two', () => {
    const twenty = { uses: 10_000, instances: 20, share: half, oldRate: steady }
    expect(minutesOf({ ...twenty, ratio: 2 })[20]).toBeLessThanOrEqual(3)
    expect(minutesOf({ ...twenty, ratio: 10 })[38]).toBeLessThanOrEqual(2)
  })
})

test('the band has the true ratio in it, and gets narrow', () => {
  const scenario = { uses: 1_000, share: half, oldRate: steady, ratio: 1 }
  const bands = Array.from({ length: 50 }, (_, seed) => {
    const random = createRandom(seed + 1)
    let band = newBand()
    for (let minute = 0; minute < DAY; minute++) band = foldBand(band, batchOf(scenario, minute, random))
    return band
  })
  const missed = bands.map(bandOf).filter(({ low = 0, high = 9 }) => low > 1 || high < 1)
  expect(missed.length).toBeLessThanOrEqual(4)
  const { low = 0, high = 9 } = bandOf(bands[0] ?? newBand())
  expect([low > 0.8, high < TOLERANCE]).toEqual([true, true])
  expect(isSafe(bands[0] ?? newBand(), TOLERANCE)).toBe(true)
})

test('batches that cannot tell anything change only the totals', () => {
  const state = newGuard()
  for (const batch of [
    { newUses: 10, newBad: 0, oldUses: 10, oldBad: 0 },
    { newUses: 10, newBad: 3, oldUses: 0, oldBad: 0 },
    { newUses: 0, newBad: 0, oldUses: 10, oldBad: 3 },
  ]) {
    const { totals, ...rest } = fold(state, batch, TOLERANCE)
    expect({ ...rest, totals: state.totals }).toEqual(state)
    expect(totals).toEqual(batch)
    expect(foldBand(newBand(), batch)).toEqual(newBand())
  }
})

test('a guard that was right very often is still right after it was stored', () => {
  let state = newGuard()
  const harmful = { newUses: 1, newBad: 1, oldUses: 1_000_000_000, oldBad: 0 }
  for (let count = 0; count < 2_000; count++) state = fold(state, harmful, TOLERANCE)
  const stored = JSON.parse(JSON.stringify(state))
  expect(isRegressed(stored, ALPHA)).toBe(true)
})
