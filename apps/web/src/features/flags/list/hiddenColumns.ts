import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { readPreference, setPreference } from '../../../lib/preferences.ts'
import type { OptionalColumn } from './layout.ts'

/** What somebody does not want to see in the table: a column, or `environment:` and a name. */
export type Hideable = OptionalColumn | `environment:${string}`

/** Says in an address that every column is shown, whatever the reader's browser remembers. */
const NONE = 'none'

const read = (text = ''): Set<string> => new Set(text === NONE ? [] : text.split(',').filter(Boolean))

/** What this browser hides, as an address says it; undefined where it hides nothing. */
export const rememberedColumns = (): string | undefined =>
  readPreference('hidden-columns').split('\n').filter(Boolean).join(',') || undefined

/** The address decides, so that a link shows the same table; it starts with what the browser remembers. */
export function useHiddenColumns() {
  const { hide } = useSearch({ strict: false })
  const navigate = useNavigate()
  const inAddress = useMemo<ReadonlySet<string>>(() => read(hide), [hide])
  // The address follows a moment later; a box that was ticked must not wait for it.
  const [chosen, setChosen] = useState<{ before: string | undefined; next: ReadonlySet<string> }>()
  const hidden = chosen && chosen.before === hide ? chosen.next : inAddress
  const choose = (next: ReadonlySet<string>) => {
    setChosen({ before: hide, next })
    setPreference('hidden-columns', [...next].join('\n'))
    void navigate({
      to: '.',
      search: (old) => ({ ...old, hide: [...next].join(',') || NONE }),
      replace: true,
    })
  }
  const setHidden = (column: Hideable, isHidden: boolean) => {
    const next = new Set(hidden)
    if (isHidden) next.add(column)
    else next.delete(column)
    choose(next)
  }
  return { hidden, setHidden, showAll: () => choose(new Set()) }
}
