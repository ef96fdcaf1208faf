import { isTooLarge } from '@flagstaff/engine'
import { RE2JS } from 're2js'
import { AppError } from '../platform/errors.ts'

export type Naming = { pattern: string | null; example: string | null; description: string | null }

/** The pattern of a project must match the whole name. */
export function checkPattern(name: string, { pattern, example, description }: Naming) {
  if (!pattern || matches(name, pattern)) return
  const parts = [description, example && `For example: ${example}.`, `The pattern is ${pattern}.`]
  const hint = parts.filter(Boolean).join(' ')
  throw new AppError('pattern', { name, pattern, hint })
}

/** RE2 runs in linear time, so that a pattern cannot block the server (ReDoS). An invalid or too large pattern matches nothing. */
function matches(name: string, pattern: string): boolean {
  try {
    return !isTooLarge(pattern) && RE2JS.matches(pattern, name)
  } catch {
    return false
  }
}
