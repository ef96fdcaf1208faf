import { useState } from 'react'
import { t } from '../../messages/chart.ts'
import { Scrollable } from '../Scrollable.tsx'
import classes from './chart.module.css'
import type { ChartLine } from './scale.ts'

type ChartTableProps = {
  title: string
  times: readonly number[]
  lines: readonly ChartLine[]
  format(value: number): string
  formatTime(at: number): string
}

/** The data of a chart as a table, newest first. Its rows are made when it is opened. */
export function ChartTable({ title, ...rest }: ChartTableProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t('chart.table')}
        <span className="hidden"> {title}</span>
      </summary>
      {isOpen && <DataTable title={title} {...rest} />}
    </details>
  )
}

export const DataTable = ({ title, times, lines, format, formatTime }: ChartTableProps) => (
  <Scrollable className={classes.scroll}>
    <table className={classes.table} aria-label={title}>
      <thead>
        <tr>
          <th>{t('chart.time')}</th>
          {lines.map(({ key, name }) => (
            <th key={key}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {times
          .map((at, index) => ({ at, index }))
          .reverse()
          .map(({ at, index }) => (
            <tr key={at}>
              <th scope="row">{formatTime(at)}</th>
              {lines.map(({ key, values }) => (
                <td key={key}>{cellOf(values[index] ?? null, format)}</td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  </Scrollable>
)

const cellOf = (value: number | null, format: (value: number) => string) =>
  value === null ? '–' : format(value)
