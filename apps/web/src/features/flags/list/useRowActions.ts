import { useMemo, useRef } from 'react'
import { useRefusals } from '../../../lib/session.ts'
import type { RowActions } from './FlagTableRow.tsx'
import type { FlagRow } from './queries.ts'
import { useFlagActions } from './useFlagActions.tsx'
import type { FlagPages } from './useFlagPages.ts'
import type { Selection } from './useSelection.ts'

type Given = {
  pages: FlagPages
  selection: Selection
  onClone(row: FlagRow): void
  onTag(rows: readonly FlagRow[]): void
  onRemove(rows: readonly FlagRow[]): void
  onFocus(index: number): void
}

/** Actions of a row; a stable object, so that rows only rerender if they change. */
export function useRowActions({ pages, selection, onClone, onTag, onRemove, onFocus }: Given): RowActions {
  const flagActions = useFlagActions()
  const refusalFor = useRefusals()
  const latest = useRef({ pages, selection, last: -1 })
  latest.current = { ...latest.current, pages, selection }
  return useMemo<RowActions>(
    () => ({
      ...flagActions,
      clone: onClone,
      tag: (row) => {
        if (!row.archivedAt && !refusalFor('UPDATE_FEATURE', { project: row.project })) onTag([row])
      },
      remove: onRemove,
      focus: onFocus,
      refusal: ({ project }, environment) =>
        refusalFor('UPDATE_FEATURE_ENVIRONMENT', { project, environment }),
      select: (index, range) => {
        const { pages: now, selection: picks, last } = latest.current
        const isRange = range && last >= 0
        const from = isRange ? Math.min(last, index) : index
        const to = isRange ? Math.max(last, index) : index
        const rows = Array.from({ length: to - from + 1 }, (_, step) => now.rowAt(from + step))
        picks.toggle(
          rows.filter((row) => row !== undefined),
          isRange ? true : undefined,
        )
        latest.current.last = index
      },
    }),
    [flagActions, refusalFor, onClone, onTag, onRemove, onFocus],
  )
}
