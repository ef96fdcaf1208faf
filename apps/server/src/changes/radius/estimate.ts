import { isDeepStrictEqual } from 'node:util'
import type { RadiusEstimate } from '@flagstaff/contract/radius'
import type { Flag, Strategy } from '@flagstaff/engine'

/** How often a flag was evaluated in a day, and how many of these were on. */
export type Day = { on: number; evaluations: number }

const HOURS = 24

/**
 * Without any contexts: the share of evaluations with another result, from rollout percentages. If only these change,
 * the share that is on now is scaled; otherwise conditions can make the share smaller.
 */
export function estimateFor(
  feature: string,
  before: Flag | undefined,
  after: Flag | undefined,
  { on, evaluations }: Day,
): RadiusEstimate {
  const [was, is] = [reachOf(before), reachOf(after)]
  const { share, upperBound } = estimated(was, is, {
    sameRules: hasSameRules(before, after),
    now: evaluations > 0 ? on / evaluations : undefined,
  })
  return {
    feature,
    share: Math.round(share * 10_000) / 10_000,
    perHour: Math.round((share * evaluations) / HOURS),
    upperBound,
  }
}

type Reach = { share: number; isConditional: boolean }

function estimated(
  was: Reach,
  is: Reach,
  { sameRules, now }: { sameRules: boolean; now: number | undefined },
) {
  const isOff = was.share === 0 || is.share === 0
  if (sameRules && !isOff && now !== undefined) {
    const then = Math.min(1, (now * is.share) / was.share)
    return { share: Math.abs(then - now), upperBound: false }
  }
  if (is.share === 0 && now !== undefined) return { share: now, upperBound: false }
  const isConditional = was.isConditional || is.isConditional
  if (!isConditional && (sameRules || isOff))
    return { share: Math.abs(is.share - was.share), upperBound: false }
  return { share: Math.max(was.share, is.share), upperBound: true }
}

/** The share of users that a flag is on for if all conditions hold. */
function reachOf(flag: Flag | undefined): Reach {
  if (!flag?.enabled || !flag.strategies) return { share: 0, isConditional: false }
  if (flag.strategies.length === 0) return { share: 1, isConditional: (flag.dependencies ?? []).length > 0 }
  const missed = flag.strategies.reduce((left, rule) => left * (1 - rolloutOf(rule)), 1)
  return {
    share: 1 - missed,
    isConditional: (flag.dependencies ?? []).length > 0 || flag.strategies.some(isConditional),
  }
}

const rolloutOf = ({ parameters }: Strategy): number => {
  const text = parameters?.rollout ?? parameters?.percentage
  const share = Number(text ?? 100) / 100
  return Number.isNaN(share) ? 0 : Math.min(1, Math.max(0, share))
}

const ROLLOUTS = /^(default|flexibleRollout|gradualRollout\w+)$/

const isConditional = ({ name, constraints, segments }: Strategy) =>
  (constraints ?? []).length > 0 || (segments ?? []).length > 0 || !ROLLOUTS.test(name)

/** Whether the flags differ at most in percentages. */
function hasSameRules(before: Flag | undefined, after: Flag | undefined): boolean {
  const bare = (flag: Flag | undefined) => [
    flag?.variants ?? [],
    flag?.dependencies ?? [],
    (flag?.strategies ?? []).map(({ parameters, constraints, segments, variants, name }) => ({
      name,
      constraints: constraints ?? [],
      segments: segments ?? [],
      variants: variants ?? [],
      parameters: { ...parameters, rollout: undefined, percentage: undefined },
    })),
  ]
  return isDeepStrictEqual(bare(before), bare(after))
}
