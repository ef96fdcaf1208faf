import type { ApplyCode, CodeProgress } from '@flagstaff/contract/code'
import { withLargeBudget } from '../../platform/database/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import type { StoredPlan } from './queries.ts'

/** Timeout of one part: it has some thousand statements, other requests only a few. */
const PART_MS = 20_000

/** Throws if the plan cannot be applied as it is. */
export function requireApplicable({ answer }: StoredPlan, allowed: ApplyCode) {
  const { errors, used, many } = answer
  const blocked = (reason: string, details: readonly string[]) =>
    new AppError('planBlocked', { reason }, { details: details.map((message) => ({ message })) })
  if (errors.length > 0)
    throw blocked(
      'Correct the errors and make a new plan.',
      errors.map(({ message, affectedItems }) => `${message} ${affectedItems.join(', ')}`),
    )
  if (many && !allowed.allowMany)
    throw blocked('It removes more than a fifth of the flags of the owner. Allow this with allowMany.', [])
  if (used.length > 0 && !allowed.allowUsed)
    throw blocked(
      'It archives flags that were evaluated in the last 7 days. Allow this with allowUsed.',
      used,
    )
}

type Done = { requests: CodeProgress['requests']; undo?: string }
export type ApplyPart = (
  input: { plan: string; part: number; group: string },
  options: { part: number | undefined; moreFollow: boolean },
) => Promise<Done>

/** Applies a plan part by part, each in a separate transaction, and yields the progress after each. */
export async function* applyParts({ id, parts }: StoredPlan, apply: ApplyPart): AsyncGenerator<CodeProgress> {
  const group = ulid()
  let state: CodeProgress = startOf(parts)
  for (const [index, part] of parts.entries()) {
    const options = { part: parts.length > 1 ? index : undefined, moreFollow: index < parts.length - 1 }
    const { requests, undo } = await withLargeBudget(PART_MS, () =>
      apply({ plan: id, part: index, group }, options),
    )
    state = {
      ...state,
      done: state.done + 1,
      flags: state.flags + part.flags,
      undo: [...state.undo, ...(undo ? [undo] : [])],
      requests: [...state.requests, ...requests],
    }
    yield state
  }
}

export const startOf = (parts: StoredPlan['parts']): CodeProgress => ({
  done: 0,
  parts: parts.length,
  flags: 0,
  total: parts.reduce((sum, { flags }) => sum + flags, 0),
  undo: [],
  requests: [],
})
