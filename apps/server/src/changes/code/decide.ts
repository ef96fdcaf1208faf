import { isSame } from './fields.ts'

/** What is known of a field that a file mentions. */
export type Known = {
  file: unknown
  present: unknown
  /** What was applied last; undefined if the field was never applied. */
  claim: KnownClaim | undefined
  /** The file wins over what people have changed. */
  overwrite: boolean
}
export type KnownClaim = {
  applied: unknown
  /** A value in a change request, and what became of it. */
  proposed?: { value: unknown; outcome: 'open' | 'applied' | 'refused' }
}

export type Decision = 'same' | 'change' | 'drift' | 'conflict' | 'waiting'

/**
 * Compares the file, the last applied value and the present one. People come first: a value that they changed stays
 * unless the file changed too, and then somebody has to decide.
 */
export function decide({ file, present, claim, overwrite }: Known): Decision {
  if (isSame(file, present)) return 'same'
  const { proposed } = claim ?? {}
  if (proposed && isSame(file, proposed.value)) {
    if (proposed.outcome === 'open') return 'waiting'
    // It was turned down, or applied and changed again.
    return overwrite ? 'change' : 'drift'
  }
  if (!claim || overwrite) return 'change'
  const applied = proposed?.outcome === 'applied' ? proposed.value : claim.applied
  const isFileChanged = !isSame(file, applied)
  const isPresentChanged = !isSame(present, applied)
  if (!isFileChanged) return 'drift'
  return isPresentChanged ? 'conflict' : 'change'
}
