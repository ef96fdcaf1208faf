import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LineChart } from '../../../ui/chart/LineChart.tsx'
import type { ChartLine } from '../../../ui/chart/scale.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { t } from './messages.ts'
import { NetworkPage } from './NetworkPage.tsx'
import classes from './network.module.css'
import { formatFigure, formatPeriod, type Grouping, startOf, usageLines } from './periods.ts'
import { dataUsage, meteredConnections, meteredRequests } from './queries.ts'

/** Requests by API and day or month. */
export function DataUsage() {
  const [grouping, setGrouping] = useState<Grouping>('daily')
  const result = useQuery(dataUsage(grouping))
  return (
    <UsagePage {...{ grouping, setGrouping, result }} current="/admin/network/data-usage" name="usage">
      {(data) => ({
        periods: data.apiData[0]?.dataPoints.map(({ period }) => period) ?? [],
        lines: usageLines(data),
      })}
    </UsagePage>
  )
}

/** The mean number of backend SDKs by day or month. */
export function BackendConnections() {
  const [grouping, setGrouping] = useState<Grouping>('daily')
  const result = useQuery(meteredConnections(grouping))
  const current = '/admin/network/backend-connections'
  return (
    <UsagePage {...{ grouping, setGrouping, result, current }} name="connections">
      {({ apiData: [api] }) =>
        oneLine(
          t('connections.title'),
          (api?.dataPoints ?? []).map(({ period, connections }) => [period, connections]),
        )
      }
    </UsagePage>
  )
}

/** Requests to the frontend API by day or month. */
export function FrontendRequests() {
  const [grouping, setGrouping] = useState<Grouping>('daily')
  const result = useQuery(meteredRequests(grouping))
  const current = '/admin/network/frontend-data-usage'
  return (
    <UsagePage {...{ grouping, setGrouping, result, current }} name="requests">
      {({ apiData: [api] }) =>
        oneLine(
          t('requests.title'),
          (api?.dataPoints ?? []).map(({ period, requests }) => [period, requests]),
        )
      }
    </UsagePage>
  )
}

type Charted = { periods: readonly string[]; lines: readonly ChartLine[] }

const oneLine = (name: string, points: readonly (readonly [period: string, value: number])[]): Charted => ({
  periods: points.map(([period]) => period),
  lines: [{ key: 'all', name, values: points.map(([, value]) => value) }],
})

type UsagePageProps<Data> = GroupingsProps & {
  current: Parameters<typeof NetworkPage>[0]['current']
  name: 'usage' | 'connections' | 'requests'
  result: { data: Data | undefined; error: Error | null; refetch(): Promise<unknown> }
  /** What the chart shows of the data. */
  children(data: Data): Charted
}

function UsagePage<Data extends { grouping: Grouping }>(props: UsagePageProps<Data>) {
  const { data, error, refetch } = props.result
  return (
    <NetworkPage current={props.current} filters={<Groupings {...props} />}>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <PeriodChart
          title={t(`${props.name}.title`)}
          text={t(`${props.name}.text`)}
          grouping={data.grouping}
          {...props.children(data)}
        />
      )}
    </NetworkPage>
  )
}

type GroupingsProps = { grouping: Grouping; setGrouping(grouping: Grouping): void }

const Groupings = ({ grouping, setGrouping }: GroupingsProps) => (
  <SegmentedControl
    aria-label={t('grouping')}
    size="xs"
    value={grouping}
    data={(['daily', 'monthly'] as const).map((value) => ({ value, label: t(`grouping.${value}`) }))}
    onChange={(value) => setGrouping(value as Grouping)}
  />
)

type PeriodChartProps = {
  title: string
  text: string
  grouping: Grouping
  periods: readonly string[]
  lines: readonly ChartLine[]
}

const PeriodChart = ({ title, text, grouping, periods, lines }: PeriodChartProps) => (
  <div className={classes.body}>
    <section className={classes.card} aria-label={title}>
      <h2>{title}</h2>
      <p className={classes.about}>{text}</p>
      <LineChart
        title={title}
        times={periods.map(startOf)}
        lines={lines}
        fromZero
        format={formatFigure}
        formatTick={formatFigure}
        formatTime={(at) => formatPeriod(at, grouping)}
        formatStep={(at) => formatPeriod(at, grouping)}
      />
    </section>
  </div>
)
