import { useCallback, useMemo, useState } from 'react'
import type { FlagRow } from './queries.ts'

export type Selection = ReturnType<typeof useSelection>

/** The selected flags, as they were when selected; the list may have changed since. */
export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, FlagRow>>(new Map())
  const toggle = useCallback((rows: readonly FlagRow[], on?: boolean) => {
    setChosen((now) => {
      const next = new Map(now)
      for (const row of rows) {
        if (on ?? !now.has(row.name)) next.set(row.name, row)
        else next.delete(row.name)
      }
      return next
    })
  }, [])
  const clear = useCallback(() => setChosen(new Map()), [])
  return useMemo(() => ({ chosen, toggle, clear }), [chosen, toggle, clear])
}
