import { useMemo } from 'react'
import { setPreference, usePreference } from '../../../lib/preferences.ts'
import type { OptionalColumn } from './layout.ts'

/** What somebody does not want to see in the table: a column, or `environment:` and a name. */
export type Hideable = OptionalColumn | `environment:${string}`

export function useHiddenColumns() {
  const text = usePreference('hidden-columns', '')
  const hidden = useMemo<ReadonlySet<string>>(() => new Set(text.split('\n').filter(Boolean)), [text])
  const setHidden = (column: Hideable, isHidden: boolean) => {
    const next = new Set(hidden)
    if (isHidden) next.add(column)
    else next.delete(column)
    setPreference('hidden-columns', [...next].join('\n'))
  }
  return { hidden, setHidden, showAll: () => setPreference('hidden-columns', '') }
}
