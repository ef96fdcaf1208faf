import { formatNumber, formatPercent, formatShort } from '../../../lib/format.ts'
import { Bars } from '../../../ui/chart/Bars.tsx'
import { Frame } from '../../../ui/chart/Frame.tsx'
import type { ChartSeries, Colour, Fill } from '../../../ui/chart/marks.ts'
import { axisOfStack } from '../../../ui/chart/scale.ts'
import { addUp, sumOf, valuesOf } from './figures.ts'
import { t } from './messages.ts'
import type { ChartProps } from './steps.ts'

/** Archived flags are drawn downwards, so their sign is only for the drawing. */
const absolute = (value: number) => formatNumber(Math.abs(value))
const signed = new Intl.NumberFormat('en', { signDisplay: 'exceptZero', maximumFractionDigits: 1 })
const share = (part: number, whole: number) => formatPercent(Math.round((100 * part) / whole))

export function FlowChart({ data, times, steps }: ChartProps) {
  const list = data.charts.flow
  const [created, archived, revived] = ['created', 'archived', 'revived'].map((id) => valuesOf(list, id))
  const series: ChartSeries[] = [
    { key: 'created', name: t('flow.created'), values: created ?? [], colour: 1 },
    {
      key: 'archived',
      name: t('flow.archived'),
      values: (archived ?? []).map((value) => (value === null ? null : -value)),
      colour: 2,
      fill: 'hatch',
    },
  ]
  const isRevived = sumOf(revived ?? []) > 0
  if (isRevived)
    series.push({ key: 'revived', name: t('flow.revived'), values: revived ?? [], colour: 3, fill: 'back' })
  const [born, gone] = [sumOf(created ?? []), sumOf(archived ?? [])]
  const net = (born + sumOf(revived ?? []) - gone) / Math.max(1, times.length)
  return (
    <Frame
      title={t('flow.title')}
      figure={signed.format(net)}
      unit={t(`flow.unit.${data.by}`)}
      verdict={
        born === 0 ? undefined : { text: t('flow.share', { percent: share(gone, born) }), good: gone >= born }
      }
      times={times}
      series={series}
      ticks={axisOfStack(series.map(({ values }) => values))}
      columns
      format={absolute}
      formatTick={absolute}
      formatTime={steps.time}
      formatStep={steps.step}
    >
      {(plot) => <Bars plot={plot} series={series} />}
    </Frame>
  )
}

export function EvaluationsChart({ data, times, steps }: ChartProps) {
  const list = data.charts.evaluations
  const [yes, no] = [valuesOf(list, 'yes'), valuesOf(list, 'no')]
  const series: ChartSeries[] = [
    { key: 'yes', name: t('evaluations.yes'), values: yes, colour: 1 },
    { key: 'no', name: t('evaluations.no'), values: no, colour: 3, fill: 'hatch' },
  ]
  const [on, all] = [yes.at(-1) ?? 0, (yes.at(-1) ?? 0) + (no.at(-1) ?? 0)]
  return (
    <Frame
      title={t('evaluations.title')}
      figure={formatShort(all)}
      unit={steps.within(times.at(-1) ?? 0)}
      verdict={
        all === 0 ? undefined : { text: t('evaluations.share', { percent: share(on, all) }), good: false }
      }
      times={times}
      series={series}
      ticks={axisOfStack(series.map(({ values }) => values))}
      columns
      format={formatShort}
      formatTick={formatShort}
      formatTime={steps.time}
      formatStep={steps.step}
    >
      {(plot) => <Bars plot={plot} series={series} />}
    </Frame>
  )
}

const looks: Readonly<Record<string, { colour: Colour; fill: Fill }>> = {
  production: { colour: 6, fill: 'solid' },
  preproduction: { colour: 2, fill: 'back' },
  test: { colour: 3, fill: 'hatch' },
  development: { colour: 4, fill: 'dots' },
}
const known = ['production', 'preproduction', 'test', 'development', 'deleted'] as const

/** Custom types have no translation. */
const typeName = (id: string) => {
  const type = known.find((one) => one === id)
  return type ? t(`updates.${type}`) : id
}

export function UpdatesChart({ data, times, steps }: ChartProps) {
  const series = data.charts.updates.map(
    ({ id, values }): ChartSeries => ({
      key: id,
      name: typeName(id),
      values,
      ...(looks[id] ?? { colour: 5, fill: 'back' }),
    }),
  )
  const total = addUp(series.map(({ values }) => values)).at(-1) ?? 0
  const production = valuesOf(data.charts.updates, 'production').at(-1) ?? 0
  return (
    <Frame
      title={t('updates.title')}
      figure={formatNumber(total)}
      unit={t('updates.unit', { period: steps.within(times.at(-1) ?? 0) })}
      verdict={
        total === 0
          ? undefined
          : { text: t('updates.share', { count: formatNumber(production) }), good: false }
      }
      times={times}
      series={series}
      ticks={axisOfStack(series.map(({ values }) => values))}
      columns
      format={formatNumber}
      formatTick={formatShort}
      formatTime={steps.time}
      formatStep={steps.step}
    >
      {(plot) => <Bars plot={plot} series={series} />}
    </Frame>
  )
}
