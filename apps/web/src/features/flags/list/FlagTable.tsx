import type { Environment as EnvironmentType } from '@flagstaff/contract/environments'
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { Environment, isProduction } from '../../../ui/Environment.tsx'
import { ariaSort, type Sorted, SortHead } from '../../../ui/SortHead.tsx'
import classes from './FlagTable.module.css'
import { type Layout, widths } from './layout.ts'
import { t } from './messages.ts'

export type TableColumns = Layout & {
  /** Environments with a column. */
  shown: readonly EnvironmentType[]
  /** Environments without a column. */
  hidden: readonly EnvironmentType[]
  /** Project names by id, if there is a column for them. */
  project: ReadonlyMap<string, string> | undefined
  archived: boolean
}

type FlagTableProps = {
  columns: TableColumns
  total: number
  sorted: Sorted
  allSelected: boolean
  someSelected: boolean
  onSelectAll(): void
  onSort(sorted: Sorted): void
  /** The body: the visible rows, with spacers above and below. */
  children: ReactNode
}

export function FlagTable(props: FlagTableProps) {
  const { columns, total, sorted, allSelected, someSelected, onSelectAll, onSort, children } = props
  const head = (by: string, label: ReactNode, descending = false) => (
    <SortHead by={by} label={label} sorted={sorted} descending={descending} onSort={onSort} />
  )
  return (
    <table className={classes.table} aria-label={t('list.table', { count: total })} aria-rowcount={total + 1}>
      <colgroup>
        <col style={{ width: widths.select }} />
        <col />
        {columns.project && <col style={{ width: widths.project }} />}
        {columns.lifecycle && <col style={{ width: widths.lifecycle }} />}
        {columns.usage && <col style={{ width: widths.usage }} />}
        {columns.shown.map(({ name }) => (
          <col key={name} style={{ width: columns.environmentWidth }} />
        ))}
        {columns.hidden.length > 0 && <col style={{ width: widths.more }} />}
        {columns.creator && <col style={{ width: widths.creator }} />}
        {columns.tags && <col style={{ width: widths.tags }} />}
        {columns.created && <col style={{ width: widths.created }} />}
        <col style={{ width: widths.menu }} />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th>
            <Checkbox
              aria-label={t('column.select')}
              checked={allSelected}
              indeterminate={someSelected && !allSelected}
              onChange={onSelectAll}
            />
          </th>
          <th aria-sort={ariaSort(sorted, 'name')}>{head('name', t('column.flag'))}</th>
          {columns.project && (
            <th aria-sort={ariaSort(sorted, 'project')}>{head('project', t('column.project'))}</th>
          )}
          {columns.lifecycle && <th>{t('column.lifecycle')}</th>}
          {columns.usage && <th>{t('column.usage')}</th>}
          {columns.shown.map(({ name, type }) => (
            <th
              key={name}
              className={environmentClass(type)}
              aria-sort={ariaSort(sorted, `environment:${name}`)}
            >
              {head(`environment:${name}`, <Environment name={name} type={type} />, true)}
            </th>
          ))}
          {columns.hidden.length > 0 && (
            <th title={columns.hidden.map(({ name }) => name).join(', ')}>
              <span className="hidden">{t('column.more')}</span>
              {t('column.moreShort', { count: columns.hidden.length })}
            </th>
          )}
          {columns.creator && <th>{t('column.creator')}</th>}
          {columns.tags && <th>{t('column.tags')}</th>}
          {columns.created &&
            (columns.archived ? (
              // The server can only sort by creation date.
              <th>{t('column.archived')}</th>
            ) : (
              <th aria-sort={ariaSort(sorted, 'createdAt')}>
                {head('createdAt', t('column.created'), true)}
              </th>
            ))}
          <th>
            <span className="hidden">{t('bulk.more')}</span>
          </th>
        </tr>
      </thead>
      {children}
    </table>
  )
}

export const environmentClass = (type: string) =>
  isProduction(type) ? `${classes.environment} ${classes.production}` : classes.environment
