import { SegmentedControl } from '@mantine/core'
import { Scrollable } from '../../../../ui/Scrollable.tsx'
import { partOf } from '../place.ts'
import type { Place } from '../queries.ts'
import { Changes } from './Changes.tsx'
import { Chart, Swatch } from './Chart.tsx'
import classes from './Metrics.module.css'
import type { Marker } from './markers.ts'
import { t } from './messages.ts'
import { StepTable } from './StepTable.tsx'
import { type MetricsSearch, shapes } from './search.ts'
import { type Series, seriesOf } from './series.ts'
import type { FlagMetrics } from './useMetrics.ts'

type CardProps = {
  place: Place
  search: MetricsSearch
  metrics: FlagMetrics
  onChange(part: MetricsSearch): void
}

const nameOf = ({ key, kind }: Series) => (kind === 'variant' ? key : t(`chart.${kind}`))

/** The chart, the changes it marks, and the same data as a table. */
export function Card({ place, search, metrics, onChange }: CardProps) {
  const { steps, size, markers } = metrics
  const variants = metrics.variants.map(({ name }) => name)
  const series = seriesOf(steps, search.split && variants.length > 0 ? variants : undefined)
  const shape = search.show ?? 'both'
  const title = t(`chart.${size}`)
  const logOf = ({ event: { id } }: Marker) => ({
    to: partOf(place, 'logs'),
    search: { id: String(id), open: String(id) },
  })
  const table = <StepTable steps={steps} size={size} variants={variants} />
  return (
    <section className={classes.card} aria-label={title}>
      <header className={classes.head}>
        <h2>{title}</h2>
        <ul className={classes.legend}>
          {series.map((one, index) => (
            <li key={`${one.kind} ${one.key}`}>
              <Swatch kind={one.kind} place={index} />
              {nameOf(one)}
            </li>
          ))}
        </ul>
        <SegmentedControl
          size="xs"
          aria-label={t('show.label')}
          data={shapes.map((value) => ({ value, label: t(`show.${value}`) }))}
          value={shape}
          onChange={(value) => onChange({ show: shapes.find((one) => one === value && one !== 'both') })}
        />
      </header>
      {shape !== 'table' && (
        <div className={classes.chart}>
          <Chart
            title={title}
            steps={steps}
            series={series}
            size={size}
            markers={markers}
            nameOf={nameOf}
            logOf={logOf}
          />
        </div>
      )}
      <Changes markers={markers} logOf={logOf} />
      {shape === 'chart' ? (
        // The data of the chart is always available to screen readers.
        <div className="hidden">{table}</div>
      ) : (
        <Scrollable className={classes.scroll} aria-label={t('table.label')}>
          {table}
        </Scrollable>
      )}
    </section>
  )
}
