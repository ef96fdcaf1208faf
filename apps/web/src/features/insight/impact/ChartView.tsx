import { useQuery } from '@tanstack/react-query'
import { LineChart } from '../../../ui/chart/LineChart.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import classes from './impact.module.css'
import { t } from './messages.ts'
import { chartData, type Shown } from './queries.ts'
import { formatFigure, formatStep, formatTime, linesOf, modesFor } from './series.ts'

type ChartViewProps = {
  title: string
  chart: Shown
  fromZero: boolean
  mode?: 'display' | 'edit'
  markers?: readonly number[] | undefined
}

/** A chart with its data, or a note that says why it is empty. */
export function ChartView({ title, chart, fromZero, mode = 'display', markers }: ChartViewProps) {
  const { data, error } = useQuery(chartData(chart, mode))
  if (error && !data) return <Note title={t('card.failed')} text={error.message} />
  if (!data) return <Loading rows={4} />
  const { aggregationMode, timeRange, metricName } = chart
  const type = (['counter', 'gauge', 'histogram'] as const).find((one) => one === data.debug?.metricType)
  const { times, lines } = linesOf(data, metricName)
  if (lines.length === 0) {
    const isPossible = !type || modesFor(type).includes(aggregationMode)
    const text = isPossible
      ? t('card.noMetric', { metric: metricName })
      : t('card.noMode', { mode: t(`mode.${aggregationMode}`), type: t(`type.${type}`) })
    return <Note title={t('card.noData')} text={text} />
  }
  const leftOut = data.debug?.leftOut ?? 0
  return (
    <>
      <LineChart
        title={title}
        times={times}
        lines={lines}
        fromZero={fromZero}
        markers={markers}
        format={aggregationMode === 'rps' ? formatRate : formatFigure}
        formatTick={formatFigure}
        formatTime={(at) => formatTime(at, timeRange)}
        formatStep={(at) => formatStep(at, timeRange)}
      />
      {data.debug?.isTruncated && <p className={classes.hint}>{t('card.truncated')}</p>}
      {leftOut > 0 && <p className={classes.hint}>{t('card.leftOut', { count: leftOut })}</p>}
    </>
  )
}

const formatRate = (value: number) => t('value.rate', { value: formatFigure(value) })

const Note = ({ title, text }: { title: string; text: string }) => (
  <div className={classes.note}>
    <b>{title}</b>
    <p className="dim small">{text}</p>
  </div>
)
