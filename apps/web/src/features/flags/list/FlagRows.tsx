import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { usePreference } from '../../../lib/preferences.ts'
import cardClasses from './FlagCard.module.css'
import { cardHeight, EmptyCard, FlagCard } from './FlagCard.tsx'
import classes from './FlagTable.module.css'
import type { TableColumns } from './FlagTable.tsx'
import { EmptyRow, FlagTableRow, type RowActions } from './FlagTableRow.tsx'
import { t } from './messages.ts'
import type { FlagPages } from './useFlagPages.ts'
import type { Selection } from './useSelection.ts'
import type { Usage } from './useUsage.ts'

type FlagRowsProps = {
  pages: FlagPages
  columns: TableColumns
  phone: boolean
  selection: Selection
  cursor: number
  notes: ReadonlyMap<string, string>
  usage: Usage
  actions: RowActions
  /** Renders the body inside its table. */
  table(body: ReactNode): ReactNode
  /** Scrolls to a row and focuses its name. */
  reach: { current: (index: number) => void }
}

const AHEAD = 6
/** Spacers above and below the visible rows. */
const room = (above: number, below: number) =>
  ({ '--above': `${above}px`, '--below': `${below}px` }) as CSSProperties
/** Heights of the sticky header and the table head, and of the bulk bar. */
const HEAD = 88
const FOOT = 72

/** Virtual scrolling: only visible rows are rendered. */
export function FlagRows(props: FlagRowsProps) {
  const { pages, columns, phone, selection, cursor, notes, usage, actions, table, reach } = props
  const density = usePreference('density', 'comfortable')
  const height = phone
    ? cardHeight(columns.archived ? 0 : columns.shown.length)
    : density === 'compact'
      ? 32
      : 44
  const frame = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    if (frame.current) setMargin(frame.current.getBoundingClientRect().top + scrollY + (phone ? 0 : 32))
  }, [phone])
  const virtual = useWindowVirtualizer({
    count: pages.total,
    estimateSize: useCallback(() => height, [height]),
    overscan: AHEAD,
    scrollMargin: margin,
    scrollPaddingStart: HEAD,
    scrollPaddingEnd: FOOT,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: measure again when the row height changes
  useLayoutEffect(() => virtual.measure(), [height])
  const items = virtual.getVirtualItems()
  const from = items[0]?.index ?? 0
  const to = items.at(-1)?.index ?? 0
  const { show } = pages
  useEffect(() => show(from, to), [show, from, to])

  reach.current = (index) => {
    virtual.scrollToIndex(index, { align: 'auto' })
    const look = (frames: number) => {
      const link = document.getElementById(`flag-${index}`)
      if (link) link.focus({ preventScroll: true })
      else if (frames > 0) requestAnimationFrame(() => look(frames - 1))
    }
    look(10)
  }

  const above = Math.max(0, (items[0]?.start ?? margin) - margin)
  const below = Math.max(0, virtual.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin))
  const Row = phone ? FlagCard : FlagTableRow
  const rows = items.map(({ index }) => {
    const row = pages.rowAt(index)
    if (!row) return phone ? <EmptyCard key={index} /> : <EmptyRow key={index} index={index} columns={3} />
    return (
      <Row
        key={row.name}
        row={row}
        index={index}
        columns={columns}
        selected={selection.chosen.has(row.name)}
        cursor={cursor === index}
        note={notes.get(row.name)}
        usage={usage.get(row.name)}
        actions={actions}
      />
    )
  })
  return (
    <div ref={frame}>
      {phone ? (
        <ul
          className={cardClasses.list}
          aria-label={t('list.table', { count: pages.total })}
          style={{ ...room(above, below), '--card': `${height}px` } as CSSProperties}
        >
          {rows}
        </ul>
      ) : (
        table(
          <tbody className={classes.body} style={room(above, below)}>
            {rows}
          </tbody>,
        )
      )}
    </div>
  )
}
