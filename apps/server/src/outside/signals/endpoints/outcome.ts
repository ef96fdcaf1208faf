import {
  type ListeningSet,
  LONGEST_ACTUAL,
  MOST_EXPLAINED_CONDITIONS,
  MOST_EXPLAINED_SETS,
  type SignalOutcome,
} from '@flagstaff/contract/signal-outcomes'
import { testFilters } from '../runs/match.ts'

type Handled = { payload: unknown; isNew: boolean; runs: number }

/** What a signal did and, if it started nothing, why. Sets can have been changed since it arrived. */
export function outcomeOf({ payload, isNew, runs }: Handled, sets: readonly ListeningSet[]): SignalOutcome {
  if (isNew) return { state: 'waiting', runs, unmatched: [] }
  if (runs > 0) return { state: 'started', runs, unmatched: [] }
  return {
    state: 'ignored',
    runs,
    unmatched: sets.slice(0, MOST_EXPLAINED_SETS).map((set) => explain(set, payload)),
  }
}

function explain({ id, enabled, payload: filters }: ListeningSet, payload: unknown) {
  if (!enabled) return { actionSetId: id, reason: 'off' as const, conditions: [] }
  const failed = testFilters(filters, payload).filter(({ matches }) => !matches)
  return {
    actionSetId: id,
    reason: failed.length > 0 ? ('conditions' as const) : ('later' as const),
    conditions: failed
      .slice(0, MOST_EXPLAINED_CONDITIONS)
      .map(({ path, actual }) => ({ path, actual: actual && shorten(actual) })),
  }
}

const shorten = (text: string) =>
  text.length > LONGEST_ACTUAL ? `${text.slice(0, LONGEST_ACTUAL - 1)}…` : text
