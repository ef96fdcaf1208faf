import { Kbd, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useHotkey } from '../lib/hotkeys.ts'
import { t } from '../messages/en.ts'
import classes from './List.module.css'
import { ariaSort, type Sorted, SortHead } from './SortHead.tsx'

type ListPageProps = {
  title: string
  /** What the page is for, in a sentence. */
  purpose?: ReactNode
  /** Next to the title: counts and status. */
  facts?: ReactNode
  actions?: ReactNode
  tabs?: ReactNode
  filters?: ReactNode
  children: ReactNode
}

/** The layout of all lists: title, purpose, tabs, filter bar, table. */
export function ListPage({ title, purpose, facts, actions, tabs, filters, children }: ListPageProps) {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{title}</h1>
        {facts && <span className={classes.facts}>{facts}</span>}
        <div className={classes.actions}>{actions}</div>
      </header>
      {purpose && <p className={classes.purpose}>{purpose}</p>}
      {tabs}
      {filters && <div className={classes.filters}>{filters}</div>}
      {children}
    </div>
  )
}

type FilterBoxProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Usually opens the first match. */
  onEnter?: () => void
}

/** The search field of a list; the key `/` focuses it. */
export function FilterBox({ label, value, onChange, onEnter }: FilterBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  useHotkey('/', label, () => input.current?.focus())
  return (
    <TextInput
      ref={input}
      className={classes.filter}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && onEnter?.()}
      leftSection={<IconSearch size={14} stroke={1.75} />}
      rightSection={<Kbd>/</Kbd>}
      rightSectionPointerEvents="none"
    />
  )
}

export type Column<Row> = {
  key: string
  label: string
  /** Width in pixels; without one, the column takes the remaining space. */
  width?: number
  align?: 'right'
  /** Hidden on phones. */
  wide?: boolean
  /** Whether the table can be sorted by this column. */
  sort?: boolean
  cell(row: Row): ReactNode
}

type RowsProps<Row> = {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string | number
  label: string
  sorted?: Sorted
  onSort?: (sorted: Sorted) => void
}

/** A table with a sticky header. Columns with `wide` are hidden on phones. */
export function Rows<Row>({ rows, columns, keyOf, label, sorted, onSort }: RowsProps<Row>) {
  return (
    <table className={classes.table} aria-label={label}>
      <colgroup>
        {columns.map(({ key, width, wide }) => (
          <col key={key} style={width ? { width } : undefined} className={wide ? classes.wide : undefined} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ key, label: text, align, wide, sort }) => (
            <th
              key={key}
              data-align={align}
              className={wide ? classes.wide : undefined}
              aria-sort={sort && sorted ? ariaSort(sorted, key) : undefined}
            >
              {sort && sorted && onSort ? (
                <SortHead by={key} label={text} sorted={sorted} onSort={onSort} />
              ) : (
                text || <span className="hidden">{t('list.more')}</span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ key, align, wide, cell }) => (
              <td key={key} data-align={align} className={wide ? classes.wide : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
