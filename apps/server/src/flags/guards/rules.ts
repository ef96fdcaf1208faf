import { createHash } from 'node:crypto'
import type { Guard, SetGuard } from '@flagstaff/contract/guards'
import { MOST_GUARDS } from '@flagstaff/contract/guards'
import type { Batch } from '@flagstaff/rules/guards'
import { invalid, limitReached } from '../../platform/errors.ts'

/** Uses and events with the flag on, then off: as they are reported and stored. */
export type Counts = [onUses: number, onEvents: number, offUses: number, offEvents: number]

/** In a step with so many uses, or so many events, there is enough data to go on. */
export const ENOUGH_USES = 5_000
export const ENOUGH_EVENTS = 200
/** Data that is older than this is no longer fresh. */
const FRESH_MINUTES = 5
/** The flag has to be used by as many as planned, within a fifth. */
const MOST_MISMATCH = 0.2
/** With fewer expected uses, chance alone can look like a mismatch. */
const LEAST_EXPECTED = 400

const LABEL = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The guard that is stored, with defaults. */
export function acceptGuard(
  { id, flag, action = 'back' }: { id: string; flag: string; action?: Guard['action'] | undefined },
  given: SetGuard,
): Guard {
  const { source, metric, base = null, label = null, offValue = null } = given
  if (source === 'outcomes' && (base !== null || label !== null || offValue !== null))
    throw invalid('Outcomes have no "base", "label" and "offValue": reports contain both sides.', 'source')
  if (source !== 'outcomes' && base === null)
    throw invalid('Name the counter of everything that could have ended in such an event.', 'base')
  if (source === 'external' && !LABEL.test(label ?? flag))
    throw invalid(
      `Prometheus has no label ${label ?? flag}. Name the label that says whether the flag is on.`,
      'label',
    )
  return {
    id,
    name: given.name ?? metric,
    source,
    metric,
    base,
    label,
    offValue,
    worse: given.worse ?? 'higher',
    tolerance: given.tolerance ?? 1.25,
    falseAlarms: given.falseAlarms ?? 0.01,
    action: given.action ?? action,
  }
}

export function acceptGuards(guards: readonly Guard[]): Guard[] {
  if (guards.length > MOST_GUARDS) throw limitReached('guards of a release plan', MOST_GUARDS)
  return [...guards]
}

/** Names what a guard compares. A guard that compares something else cannot use what it has seen. */
export const digestOf = ({ source, metric, base, label, offValue, worse, tolerance }: Guard): string =>
  createHash('sha256')
    .update(JSON.stringify([source, metric, base, label, offValue, worse, tolerance]))
    .digest('base64url')

/** Where fewer events are worse, the sides change places: the test asks by how much the flag lacks events. */
export const toBatch = (
  [onUses, onEvents, offUses, offEvents]: Counts,
  { worse }: Pick<Guard, 'worse'>,
): Batch =>
  worse === 'higher'
    ? { newUses: onUses, newBad: onEvents, oldUses: offUses, oldBad: offEvents }
    : { newUses: offUses, newBad: offEvents, oldUses: onUses, oldBad: onEvents }

/** How many times as bad. Null if nothing can be said. */
export function ratioOf({ newUses, newBad, oldUses, oldBad }: Batch): number | null {
  if (newUses === 0 || oldUses === 0 || oldBad === 0) return null
  return newBad / newUses / (oldBad / oldUses)
}

export const shareOf = ({ onUses, offUses }: { onUses: number; offUses: number }): number | null =>
  onUses + offUses > 0 ? onUses / (onUses + offUses) : null

/** Whether the flag is used by about as many as the step asks for. Unknown counts as yes. */
export function isAsPlanned(uses: { onUses: number; offUses: number }, expected: number | null): boolean {
  const share = shareOf(uses)
  if (share === null || expected === null) return true
  if (expected * (uses.onUses + uses.offUses) < LEAST_EXPECTED) return true
  return Math.abs(share / expected - 1) <= MOST_MISMATCH
}

export const isFresh = (at: Date | null, now: number): boolean =>
  at !== null && now - at.getTime() < FRESH_MINUTES * 60_000

/** The percentage of a milestone that is one gradual rollout, as a share. */
export function expectedShare(
  rules: readonly { name: string; disabled: boolean; parameters: Record<string, string> }[],
): number | null {
  const [rule, ...others] = rules.filter(({ disabled }) => !disabled)
  const percentage = Number(rule?.parameters.rollout)
  if (!rule || others.length > 0 || rule.name !== 'flexibleRollout' || !(percentage > 0)) return null
  return percentage / 100
}
