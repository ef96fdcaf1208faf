import type { Guard, SetGuard } from '@flagstaff/contract/guards'

/** What the form of a guard holds. */
export type GuardDraft = {
  name: string
  source: Guard['source']
  metric: string
  base: string
  label: string
  offValue: string
  worse: Guard['worse']
  tolerance: number | string
  action: Guard['action']
}

export const newDraft: GuardDraft = {
  name: '',
  source: 'outcomes',
  metric: '',
  base: '',
  label: '',
  offValue: '',
  worse: 'higher',
  tolerance: 1.25,
  action: 'back',
}

export const draftOf = ({ name, source, metric, base, label, offValue, ...rest }: Guard): GuardDraft => ({
  name: name === metric ? '' : name,
  source,
  metric,
  base: base ?? '',
  label: label ?? '',
  offValue: offValue ?? '',
  worse: rest.worse,
  tolerance: rest.tolerance,
  action: rest.action,
})

export function guardOf(draft: GuardDraft, edited?: Guard): SetGuard {
  const { source, worse, action } = draft
  const textOf = (text: string) => text.trim() || null
  const ofMetric = { base: textOf(draft.base), label: textOf(draft.label), offValue: textOf(draft.offValue) }
  return {
    name: textOf(draft.name) ?? draft.metric.trim(),
    source,
    metric: draft.metric.trim(),
    ...(source === 'outcomes' ? {} : ofMetric),
    worse,
    tolerance: Number(draft.tolerance),
    ...(edited ? { falseAlarms: edited.falseAlarms } : {}),
    action,
  }
}

/** A guard that is stored, for a new rollout. */
export const copyOf = ({ id: _, action: __, ...guard }: Guard): SetGuard => guard

/** An id that no guard of the plan has. */
export function freeId(taken: readonly string[]): string {
  for (let number = 1; ; number++) if (!taken.includes(`guard-${number}`)) return `guard-${number}`
}

/** Percentages from a text such as "1, 5, 25"; undefined if they do not go up. */
export function readSteps(text: string): number[] | undefined {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  const steps = parts.map((part) => (/^\d{1,3}\s*%?$/.test(part) ? Number.parseInt(part, 10) : Number.NaN))
  const goesUp = steps.every((step, index) => step > (steps[index - 1] ?? 0) && step <= 100)
  return steps.length > 0 && steps.length <= 20 && goesUp ? steps : undefined
}
