import type { PlaygroundOutcome } from '@flagstaff/contract/playground'
import type { Result } from '@flagstaff/engine'

/** As much of a result as applications can tell apart. */
export const toOutcome = ({ enabled, variant }: Result): PlaygroundOutcome => ({
  isEnabled: enabled,
  ...(enabled && variant.enabled ? { variant: variant.name } : {}),
  ...(enabled && variant.payload ? { payload: { ...variant.payload } } : {}),
})

export const same = (one: PlaygroundOutcome | null, other: PlaygroundOutcome | null) =>
  JSON.stringify(one) === JSON.stringify(other)
