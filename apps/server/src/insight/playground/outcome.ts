import type { PlaygroundOutcome } from '@flagstaff/contract/playground'
import type { Result } from '@flagstaff/engine'

/** The part of a result that applications can see. */
export const toOutcome = ({ enabled, variant }: Result): PlaygroundOutcome => ({
  isEnabled: enabled,
  ...(enabled && variant.enabled ? { variant: variant.name } : {}),
  ...(enabled && variant.payload ? { payload: { ...variant.payload } } : {}),
})

export const same = (one: PlaygroundOutcome | null, other: PlaygroundOutcome | null) =>
  JSON.stringify(one) === JSON.stringify(other)
