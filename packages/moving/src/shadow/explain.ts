import { type At, type Context, explain, type Result, type Ruleset } from '@flagstaff/engine'

/** What one server returns for a context, and why. */
export type Side = { enabled: boolean; variant: string | null; why: string }

type Question = { ruleset: Ruleset; flag: string; context: Context; at: At }

export function sideOf({ ruleset, flag, context, at }: Question): Side {
  const { result, known, environmentEnabled, dependencies, strategies, decidedBy } = explain(
    ruleset,
    flag,
    context,
    at,
  )
  const answer = { enabled: result.enabled, variant: variantOf(result) }
  if (!known) return { ...answer, why: 'The flag does not exist.' }
  if (!environmentEnabled) return { ...answer, why: 'The flag is off in the environment.' }
  const unmet = dependencies.find(({ satisfied }) => !satisfied)
  if (unmet) return { ...answer, why: `The parent ${unmet.parent} does not have the required state.` }
  const decided = decidedBy === undefined ? undefined : strategies[decidedBy]
  if (decided) return { ...answer, why: `Rule ${(decidedBy ?? 0) + 1} matches: ${ruleText(decided)}.` }
  if (strategies.length === 0) return { ...answer, why: 'The flag has no rules.' }
  return {
    ...answer,
    why: `No rule matches: ${strategies.slice(0, 3).map(ruleText).join('; ')}.`,
  }
}

export const variantOf = ({ variant }: Result): string | null => (variant.enabled ? variant.name : null)

type Step = ReturnType<typeof explain>['strategies'][number]

function ruleText({ name, title, constraints, segments, rule }: Step): string {
  const label = title ?? name
  const constraint = [...constraints, ...segments.flatMap((one) => one.constraints)].find(
    ({ satisfied }) => !satisfied,
  )
  if (constraint)
    return `${label} needs ${constraint.field} ${constraint.inverted ? 'not ' : ''}${constraint.operator}, and it is ${constraint.actual ?? 'not set'}`
  const segment = segments.find(({ satisfied }) => !satisfied)
  if (segment) return `${label} needs the segment ${segment.name ?? segment.id}`
  if (rule.kind === 'rollout')
    return `${label}, bucket ${rule.bucket ?? 'unknown'} of a ${rule.threshold} % rollout`
  return label
}
