// Decides while a rollout runs whether a new arm does worse than the old one, by betting against "not more than so many
// times as bad". Under that hypothesis no bet can be expected to win, however often one looks (Ville's inequality), so
// the promised rate of false alarms holds over the whole rollout.

/** What one instance reported: how often each arm was used, and how often that ended badly. */
export type Batch = { newUses: number; newBad: number; oldUses: number; oldBad: number }

/** Everything that is remembered between batches: plain numbers, so that it can be stored. */
export type GuardState = {
  /** What each bet has won, one for each stake and one that learns its stake from the past. */
  wealth: number[]
  /** Count, sum and sum of squares of past outcomes, for the stake that learns. */
  past: [count: number, sum: number, squares: number]
  batches: number
  totals: Batch
}

/** For each ratio on the grid: what bets against "at most this" and "at least this" have won. */
export type BandState = { above: number[]; below: number[] }

const STAKES = [0.05, 0.1, 0.2, 0.4, 0.7]
const MOST_STAKE = 0.9
const BAND_STAKES = [0.1, 0.3, 0.7]
const BAND_ALPHA = 0.025

/** The ratios of the band, from a quarter to four times as bad. */
export const RATIOS: readonly number[] = Array.from({ length: 41 }, (_, index) => 4 ** ((index - 20) / 20))

export const newGuard = (): GuardState => ({
  wealth: [...STAKES.map(() => 1), 1],
  past: [0, 0, 0],
  batches: 0,
  totals: { newUses: 0, newBad: 0, oldUses: 0, oldBad: 0 },
})

export const newBand = (): BandState => ({
  above: RATIOS.flatMap(() => BAND_STAKES.map(() => 1)),
  below: RATIOS.flatMap(() => BAND_STAKES.map(() => 1)),
})

/** The state after a batch. One without bad outcomes, or with only one arm, says nothing about the ratio.
 * `tolerance` is how many times as bad the new arm may be. */
export function fold(state: GuardState, batch: Batch, tolerance: number): GuardState {
  const totals = add(state.totals, batch)
  if (!isTelling(batch)) return { ...state, totals }
  const share = batch.newBad / (batch.newBad + batch.oldBad)
  const expected = shareAt(tolerance, batch)
  const outcome = (share - expected) / expected
  const [count, sum, squares] = state.past
  const learned = squares > 0 ? Math.min(MOST_STAKE, Math.max(0, sum / squares)) : 0
  const stakes = [...STAKES, learned]
  return {
    wealth: state.wealth.map((one, index) => capped(one * (1 + (stakes[index] ?? 0) * outcome))),
    past: [count + 1, sum + outcome, squares + outcome ** 2],
    batches: state.batches + 1,
    totals,
  }
}

export function foldBand(state: BandState, batch: Batch): BandState {
  if (!isTelling(batch)) return state
  const share = batch.newBad / (batch.newBad + batch.oldBad)
  return {
    above: bet(state.above, (ratio) => {
      const even = shareAt(ratio, batch)
      return (share - even) / even
    }),
    below: bet(state.below, (ratio) => {
      const even = shareAt(ratio, batch)
      return (even - share) / (1 - even)
    }),
  }
}

/** The share of bad outcomes that falls to the new arm if it is this many times as bad. */
const shareAt = (ratio: number, { newUses, oldUses }: Batch) =>
  (ratio * newUses) / (ratio * newUses + oldUses)

const isTelling = ({ newUses, newBad, oldUses, oldBad }: Batch) =>
  newUses > 0 && oldUses > 0 && newBad + oldBad > 0

const bet = (wealth: readonly number[], outcome: (ratio: number) => number): number[] =>
  RATIOS.flatMap((ratio, at) => {
    const won = outcome(ratio)
    return BAND_STAKES.map((stake, index) =>
      capped((wealth[at * BAND_STAKES.length + index] ?? 1) * (1 + stake * won)),
    )
  })

/** Far past every limit, so that it stays a number. */
const capped = (wealth: number) => Math.min(wealth, 1e200)

const add = (one: Batch, other: Batch): Batch => ({
  newUses: one.newUses + other.newUses,
  newBad: one.newBad + other.newBad,
  oldUses: one.oldUses + other.oldUses,
  oldBad: one.oldBad + other.oldBad,
})

/** How many times as bad the new arm can be, as far as the batches tell. Undefined on a side that is still open. */
export function bandOf({ above, below }: BandState): { low: number | undefined; high: number | undefined } {
  const limit = 1 / BAND_ALPHA
  const refuted = (wealth: readonly number[]) =>
    RATIOS.map((_, at) => mean(wealth.slice(at * BAND_STAKES.length, (at + 1) * BAND_STAKES.length)) >= limit)
  const tooLow = refuted(above)
  const tooHigh = refuted(below)
  const low = tooLow.lastIndexOf(true)
  const high = tooHigh.indexOf(true)
  return {
    low: low === -1 ? undefined : RATIOS[Math.min(low + 1, RATIOS.length - 1)],
    high: high === -1 ? undefined : RATIOS[Math.max(high - 1, 0)],
  }
}

/** Several guards share the promised rate of false alarms: `alpha` is divided by their number. */
export const isRegressed = ({ wealth }: GuardState, alpha: number): boolean => mean(wealth) >= 1 / alpha

export const isSafe = (band: BandState, tolerance: number): boolean =>
  (bandOf(band).high ?? Number.POSITIVE_INFINITY) < tolerance

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
