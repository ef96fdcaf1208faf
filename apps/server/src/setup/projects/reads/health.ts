type Counts = { flags: number; stale: number; potentially_stale: number }

/** Health: the percentage of flags that are not stale or potentially stale. */
export const healthOf = ({ flags, stale, potentially_stale }: Counts): number =>
  flags === 0 ? 100 : Math.round(100 - (100 * (stale + potentially_stale)) / flags)

export const debtOf = (counts: Counts): number => 100 - healthOf(counts)
