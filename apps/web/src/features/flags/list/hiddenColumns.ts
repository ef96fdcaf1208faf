import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { readPreference, setPreference } from '../../../lib/preferences.ts'
import type { OptionalColumn } from './layout.ts'

/** A hidden column of the table: its name, or `environment:` and a name. */
export type Hideable = OptionalColumn | `environment:${string}`

/** In the URL: show all columns, whatever this browser's preference. */
const NONE = 'none'

const read = (text = ''): Set<string> => new Set(text === NONE ? [] : text.split(',').filter(Boolean))

/** The hidden columns of this browser, in the format of the URL; undefined if there are none. */
export const rememberedColumns = (): string | undefined =>
  readPreference('hidden-columns').split('\n').filter(Boolean).join(',') || undefined

/** The URL decides, so that a link shows the same table; it defaults to this browser's preference. */
export function useHiddenColumns() {
  const { hide } = useSearch({ strict: false })
  const navigate = useNavigate()
  const inAddress = useMemo<ReadonlySet<string>>(() => read(hide), [hide])
  // Optimistic: the URL is updated asynchronously, and a checkbox must not wait for it.
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
