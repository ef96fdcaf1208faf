import { useQuery } from '@tanstack/react-query'
import { formatNumber, formatPercent } from '../../../lib/format.ts'
import { projectList } from '../../../lib/projects.ts'
import { Areas } from '../../../ui/chart/Areas.tsx'
import { Band } from '../../../ui/chart/Band.tsx'
import { EndLabels } from '../../../ui/chart/EndLabels.tsx'
import { Frame } from '../../../ui/chart/Frame.tsx'
import { Lines } from '../../../ui/chart/Lines.tsx'
import type { ChartSeries, Colour, Fill } from '../../../ui/chart/marks.ts'
import { axisOf, axisOfStack } from '../../../ui/chart/scale.ts'
import { addUp, changeOf, debtLines, lastOf, stepOf, valuesOf } from './figures.ts'
import { t } from './messages.ts'
import type { ChartProps } from './steps.ts'

const stages = [
  { id: 'initial', colour: 5, fill: 'solid' },
  { id: 'pre-live', colour: 4, fill: 'back' },
  { id: 'live', colour: 1, fill: 'solid' },
  { id: 'completed', colour: 2, fill: 'hatch' },
] as const satisfies readonly { id: string; colour: Colour; fill: Fill }[]

export function LifecycleChart({ data, times, steps }: ChartProps) {
  const list = data.charts.lifecycle
  const series: ChartSeries[] = stages.map(({ id, colour, fill }) => ({
    key: id,
    name: t(`stage.${id}`),
    values: valuesOf(list, id),
    colour,
    fill,
  }))
  const total = addUp(series.map(({ values }) => values))
  const change = changeOf(total)
  const words = !change ? 'lifecycle.same' : change > 0 ? 'lifecycle.more' : 'lifecycle.fewer'
  const from = stepOf(data.dates, data.measuredFrom)
  return (
    <Frame
      title={t('lifecycle.title')}
      figure={formatNumber(lastOf(total) ?? 0)}
      unit={t('lifecycle.unit', { count: lastOf(total) ?? 0 })}
      verdict={
        change === null
          ? undefined
          : { text: t(words, { count: formatNumber(Math.abs(change)) }), good: false }
      }
      times={times}
      series={series}
      ticks={axisOfStack(series.map(({ values }) => values))}
      from={from === undefined ? undefined : { index: from, label: t('measured') }}
      format={formatNumber}
      formatTick={formatNumber}
      formatTime={steps.time}
      formatStep={steps.step}
    >
      {(plot) => <Areas plot={plot} series={series.toReversed()} />}
    </Frame>
  )
}

/** Room for the names of projects beside their lines. */
const LABELS = 108

export function DebtChart({ data, times, steps, alone }: ChartProps) {
  const { data: projects } = useQuery(projectList)
  const nameOf = (id: string) => projects?.find((one) => one.id === id)?.name ?? id
  const all = valuesOf(data.charts.debt, 'all')
  const lines = alone ? [] : debtLines(data.charts.debt)
  const series: ChartSeries[] = [
    { key: 'all', name: t('debt.all'), values: all, colour: 1 },
    ...lines.map(
      ({ project, values, rising }): ChartSeries => ({
        key: `project ${project}`,
        label: nameOf(project),
        name: rising ? t('debt.rising', { name: nameOf(project) }) : nameOf(project),
        values,
        colour: rising ? 2 : 4,
        dashed: rising,
        fill: rising ? 'hatch' : 'solid',
        faint: !rising,
      }),
    ),
  ]
  const change = changeOf(all)
  const words = !change ? 'debt.same' : change > 0 ? 'debt.more' : 'debt.less'
  return (
    <Frame
      title={t('debt.title')}
      figure={formatPercent(lastOf(all) ?? 0)}
      unit={t('debt.unit')}
      verdict={
        change === null ? undefined : { text: t(words, { count: Math.abs(change) }), good: change < 0 }
      }
      times={times}
      series={series}
      ticks={axisOf(series, true)}
      right={alone ? undefined : LABELS}
      format={formatPercent}
      formatTick={formatPercent}
      formatTime={steps.time}
      formatStep={steps.step}
    >
      {(plot) => (
        <>
          <Lines plot={plot} series={series.toReversed()} />
          {!alone && <EndLabels plot={plot} series={series} format={formatPercent} />}
        </>
      )}
    </Frame>
  )
}

export function ProductionChart({ data, times, steps }: ChartProps) {
  const list = data.charts.production
  const of = (id: 'low' | 'median' | 'high', more: Partial<ChartSeries> = {}): ChartSeries => ({
    key: id,
    name: t(`production.${id}`),
    values: valuesOf(list, id),
    colour: 1,
    ...more,
  })
  const line = of('median')
  const series = [line, of('low', { colour: 3, fill: 'hatch' }), of('high', { colour: 3, fill: 'back' })]
  const last = lastOf(line.values)
  const grown = changeOf(line.values)
  const change = Math.round((grown ?? 0) * 10) / 10
  const words = change > 0 ? 'production.slower' : change < 0 ? 'production.faster' : 'production.same'
  const format = (days: number) => t('days', { days })
  return (
    <Frame
      title={t('production.title')}
      figure={last === null ? '–' : format(last)}
      unit={t('production.unit')}
      verdict={grown === null ? undefined : { text: t(words, { days: Math.abs(change) }), good: change < 0 }}
      times={times}
      series={series}
      ticks={axisOf(series, true)}
      format={format}
      formatTick={format}
      formatTime={steps.time}
      formatStep={steps.step}
    >
      {(plot) => <Band plot={plot} low={valuesOf(list, 'low')} line={line} high={valuesOf(list, 'high')} />}
    </Frame>
  )
}
