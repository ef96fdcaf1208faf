import type { Move, MoveComparison, MovePlan } from '@flagstaff/contract/moving'
import { type MovePlan as Plan, type ShadowReport, totalsOf } from '@flagstaff/moving'
import type { StoredMove } from './queries.ts'

const MOST_MISMATCHES = 200
const MOST_LISTED = 1_000

/** Lists are cut: a server that differs everywhere would otherwise fill the page and the database. */
export const planAnswer = (plan: Plan): MovePlan => ({
  at: new Date().toISOString(),
  rows: plan.rows,
  differences: plan.differences.slice(0, MOST_LISTED),
  blocked: plan.blocked.slice(0, MOST_LISTED),
  needNew: plan.tokens.needNew.map(({ name }) => name).slice(0, MOST_LISTED),
  notBrought: plan.notBrought,
})

export function comparisonAnswer(report: ShadowReport): MoveComparison {
  const { mismatches: _, ...totals } = totalsOf(report)
  return {
    ...totals,
    at: report.at,
    ms: report.ms,
    clean: report.clean,
    environments: report.environments.map(({ environment }) => environment),
    notCompared: report.notCompared,
    mismatches: report.environments
      .flatMap(({ mismatches }) => mismatches)
      .sort((a, b) => b.answers - a.answers)
      .slice(0, MOST_MISMATCHES),
  }
}

const running = new Set(['planning', 'importing', 'comparing'])

export function moveAnswer(stored: StoredMove | undefined): Move {
  if (!stored) return { phase: 'none' }
  const { state, updatedAt, isStale } = stored
  const { following, ...rest } = state
  return {
    ...rest,
    ...(isStale && running.has(state.phase) ? { phase: 'interrupted' as const } : {}),
    ...(following && !isStale ? { following } : {}),
    updatedAt: updatedAt.toISOString(),
  }
}
