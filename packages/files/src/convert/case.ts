import type { Condition, FileEnvironment, FileRule, FileVariant } from '@flagstaff/contract/code-files'

/** Something that could not be said in a flag file, or that differs from the other product. */
export type Note = { flag: string; environment?: string; text: string }
export type NoteOf = (text: string) => void

/** What users get: nothing, or the flag, for a share of them in percent and with variants. */
export type Serve = 'off' | { share: number; stickiness?: string; variants: FileVariant[] }

/** One step of an ordered list, of which the first that matches decides. */
export type Case = { title?: string | undefined; where: Condition[]; segments: string[]; serve: Serve }

const HASHES_DIFFER =
  'Percentages are kept, but other users are in them: the products hash users differently.'

/**
 * The state of an environment. Rules are alternatives here, so users that an earlier case decides about are excluded
 * from the rules of later ones, as far as conditions can say that.
 */
export function toEnvironment(cases: readonly Case[], isOn: boolean, note: NoteOf): FileEnvironment {
  const rules: FileRule[] = []
  const excluded: Condition[] = []
  for (const [index, one] of cases.entries()) {
    const isFollowed = cases.slice(index + 1).some(({ serve }) => serve !== 'off')
    const name = one.title ? `"${one.title}"` : `number ${index + 1}`
    if (one.serve !== 'off') rules.push(toRule(one, one.serve, excluded))
    if (isFollowed && !exclude(one, excluded))
      note(`Users of rule ${name} are not excluded from later rules.`)
  }
  if (cases.some(({ serve }) => serve !== 'off' && isSplit(serve))) note(HASHES_DIFFER)
  // An environment that is on and has no rules gives the flag to everyone.
  return { enabled: isOn && rules.length > 0, ...(rules.length > 0 ? { rules } : {}) }
}

const isSplit = ({ share, variants }: Exclude<Serve, 'off'>) =>
  (share > 0 && share < 100) || variants.length > 1

function toRule(
  { title, where, segments }: Case,
  serve: Exclude<Serve, 'off'>,
  excluded: Condition[],
): FileRule {
  const conditions = [...excluded, ...where]
  return {
    ...(title ? { title: title.slice(0, 200) } : {}),
    rollout: Math.round(serve.share),
    ...(serve.stickiness ? { stickiness: serve.stickiness } : {}),
    ...(conditions.length > 0 ? { where: conditions } : {}),
    ...(segments.length > 0 ? { segments } : {}),
    ...(serve.variants.length > 0 ? { variants: serve.variants } : {}),
  }
}

/** Adds what later rules need so that users of this case are not in them; false if that cannot be said. */
function exclude({ where, segments, serve }: Case, excluded: Condition[]): boolean {
  // With variants, the first rule that matches decides here too, unless it leaves out a share of its users.
  if (serve !== 'off' && serve.share === 100) return true
  const [only, another] = where
  if (!only || another || segments.length > 0) return false
  excluded.push(negate(only))
  return true
}

export function negate({ not, ...condition }: Condition): Condition {
  return not ? condition : { ...condition, not: true }
}

const PARTS = 10

/** Shares in percent with one decimal place that add up to 100. */
export function toWeights(shares: readonly number[]): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0)
  const weights = shares.map((share) => Math.round((share / total) * 100 * PARTS))
  const rest = 100 * PARTS - weights.reduce((sum, weight) => sum + weight, 0)
  const largest = weights.indexOf(Math.max(...weights))
  return weights.map((weight, index) => (index === largest ? weight + rest : weight) / PARTS)
}

export function toPayload(value: unknown): NonNullable<FileVariant['payload']> {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return { type: 'number', value: String(value) }
  if (typeof value === 'object') return { type: 'json', value: JSON.stringify(value) }
  return String(value)
}
