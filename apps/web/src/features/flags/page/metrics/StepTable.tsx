import { formatNumber, formatPercent } from '../../../../lib/format.ts'
import classes from './Metrics.module.css'
import { t } from './messages.ts'
import { allOf, type Step, shareOf } from './series.ts'
import { formatStep, type Size } from './times.ts'

type StepTableProps = { steps: readonly Step[]; size: Size; variants: readonly string[] }

/** The data of the chart as a table, newest first. */
export function StepTable({ steps, size, variants }: StepTableProps) {
  return (
    <table className={classes.table} aria-label={t('table.label')}>
      <thead>
        <tr>
          <th>{t(size === 'hour' ? 'table.hour' : 'table.day')}</th>
          <th>{t('table.all')}</th>
          <th>{t('table.on')}</th>
          <th>{t('table.off')}</th>
          <th>{t('table.share')}</th>
          {variants.map((name) => (
            <th key={name}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.toReversed().map((step, index) => (
          <tr key={step.at}>
            <th scope="row">
              {formatStep(step.at, size)}
              {index === 0 && <span className="faint small"> {t('chart.now')}</span>}
            </th>
            <td>{formatNumber(allOf(step))}</td>
            <td>{formatNumber(step.yes)}</td>
            <td>{formatNumber(step.no)}</td>
            <td>{allOf(step) > 0 ? formatPercent(shareOf(step)) : ''}</td>
            {variants.map((name) => (
              <td key={name}>{formatNumber(step.variants.get(name) ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
