import { isDeepStrictEqual } from 'node:util'
import type { RadiusEstimate } from '@flagstaff/contract/radius'
import type { Flag, Strategy } from '@flagstaff/engine'

/** How often a flag was evaluated in a day, and how many of these were on. */
export type Day = { on: number; evaluations: number }

const HOURS = 24

/**
 * Without any contexts: the share of evaluations with another result, from rollout percentages. It is exact if nothing
 * depends on how many users a condition applies to, or if the usage of the flag says it; otherwise an upper bound.
 */
export function estimateFor(
  feature: string,
  before: Flag | undefined,
  after: Flag | undefined,
  { on, evaluations }: Day,
): RadiusEstimate {
  const now = evaluations > 0 ? on / evaluations : undefined
  const { share, upperBound } = estimated(before, after, now)
  return {
    feature,
    share: Math.round(share * 10_000) / 10_000,
    perHour: Math.round((share * evaluations) / HOURS),
    upperBound,
  }
}

type Estimated = { share: number; upperBound: boolean }

function estimated(before: Flag | undefined, after: Flag | undefined, now: number | undefined): Estimated {
  const [old, next] = [rulesOf(before), rulesOf(after)]
  const [was, is] = [reachOf(old), reachOf(next)]
  const isConditional = [...old, ...next].some((rule) => rule.isConditional)
  if (is === 0 && now !== undefined) return { share: now, upperBound: false }
  if (was === 0 || is === 0) return { share: Math.max(was, is), upperBound: isConditional }
  if (hasSameRules(before, after)) return rescaled(old, next, now)
  // At most everyone for whom one of the rules is on changes.
  return { share: reachOf([...old, ...next]), upperBound: true }
}

/** The change if only percentages differ. */
function rescaled(old: readonly Share[], next: readonly Share[], now: number | undefined): Estimated {
  const [was, is] = [reachOf(old), reachOf(next)]
  const changes = next.map(({ share }, index) => share - (old[index]?.share ?? 0))
  const isOneWay = changes.every((change) => change >= 0) || changes.every((change) => change <= 0)
  const isConditional = old.some((rule) => rule.isConditional)
  // The share that is on grows with a single rule, or with all of them if none depends on a condition.
  if (isOneWay && now !== undefined && (old.length === 1 || !old.some((rule) => rule.hasCondition)))
    return { share: Math.abs(Math.min(1, (now * is) / was) - now), upperBound: false }
  if (isOneWay && !isConditional) return { share: Math.abs(is - was), upperBound: false }
  // A condition applies to so few users that the rule is not on more often than the flag.
  const applies = ({ share, isConditional }: Share) =>
    isConditional && now !== undefined && share > 0 ? Math.min(1, now / share) : 1
  const most = old.reduce((sum, rule, index) => sum + applies(rule) * Math.abs(changes[index] ?? 0), 0)
  const room = now === undefined || !isOneWay ? 1 : changes.some((change) => change > 0) ? 1 - now : now
  return { share: Math.min(most, room), upperBound: true }
}

/** A rule: for which share of users it is on, if its condition holds for all of them. */
type Share = {
  share: number
  /** Rules with the same draw select nested sets of users; other draws are independent. */
  draw: string
  hasCondition: boolean
  /** Whether its conditions, or what the flag depends on, decide too. */
  isConditional: boolean
}

function rulesOf(flag: Flag | undefined): Share[] {
  if (!flag?.enabled || !flag.strategies) return []
  const depends = (flag.dependencies ?? []).length > 0
  const rules = flag.strategies.length > 0 ? flag.strategies : [{ name: 'default' }]
  return rules.map((rule) => ({
    share: rolloutOf(rule),
    draw: drawOf(rule),
    hasCondition: isConditional(rule),
    isConditional: depends || isConditional(rule),
  }))
}

/** The share of users for whom at least one rule is on, if all conditions hold. */
function reachOf(rules: readonly Share[]): number {
  const draws = new Map<string, number>()
  for (const [index, { share, draw }] of rules.entries()) {
    const key = draw || `random ${index}`
    draws.set(key, Math.max(draws.get(key) ?? 0, share))
  }
  return 1 - [...draws.values()].reduce((left, share) => left * (1 - share), 1)
}

/** What decides the bucket of a user; empty if every evaluation draws anew. */
function drawOf({ name, parameters }: Strategy): string {
  const stickiness = name === 'flexibleRollout' ? String(parameters?.stickiness || 'default') : name
  if (stickiness === 'random' || stickiness === 'gradualRolloutRandom') return ''
  return JSON.stringify([stickiness, parameters?.groupId ?? ''])
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
