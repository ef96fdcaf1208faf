import type { Effect, Place } from './effects.ts'

/** The right to change behaviour in protected places without a review, for what was reviewed or configured before. */
export type Authority = {
  /**
   * `operator` is what the person who runs the server configured, such as an import at start. `request` is an approved
   * change request. `plan` is the next step of a release plan, what a safeguard does, or a signal by a person. `guard`
   * takes a rollout back.
   */
  kind: 'operator' | 'request' | 'plan' | 'guard'
  places: 'all' | readonly Place[]
  /** Called with the effects in protected places before the change is written; can refuse it. */
  check?(effects: readonly Effect[]): void
}

/** By transaction. Only `authority.ts` writes it. */
export const authorities = new WeakMap<object, Authority>()
