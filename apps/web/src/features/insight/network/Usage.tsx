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
  const { data, error, refetch } = useQuery(dataUsage(grouping))
  const periods = data?.apiData[0]?.dataPoints.map(({ period }) => period) ?? []
  return (
    <NetworkPage current="/admin/network/data-usage" filters={<Groupings {...{ grouping, setGrouping }} />}>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <PeriodChart
          title={t('usage.title')}
          text={t('usage.text')}
          grouping={data.grouping}
          periods={periods}
          lines={usageLines(data)}
        />
      )}
    </NetworkPage>
  )
}

/** The mean number of backend SDKs by day or month. */
export function BackendConnections() {
  const [grouping, setGrouping] = useState<Grouping>('daily')
  const { data, error, refetch } = useQuery(meteredConnections(grouping))
  const points = data?.apiData[0]?.dataPoints ?? []
  const title = t('connections.title')
  return (
    <NetworkPage
      current="/admin/network/backend-connections"
      filters={<Groupings {...{ grouping, setGrouping }} />}
    >
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <PeriodChart
          title={title}
          text={t('connections.text')}
          grouping={data.grouping}
          periods={points.map(({ period }) => period)}
          lines={[{ key: 'all', name: title, values: points.map(({ connections }) => connections) }]}
        />
      )}
    </NetworkPage>
  )
}

/** Requests to the frontend API by day or month. */
export function FrontendRequests() {
  const [grouping, setGrouping] = useState<Grouping>('daily')
  const { data, error, refetch } = useQuery(meteredRequests(grouping))
  const points = data?.apiData[0]?.dataPoints ?? []
  const title = t('requests.title')
  return (
    <NetworkPage
      current="/admin/network/frontend-data-usage"
      filters={<Groupings {...{ grouping, setGrouping }} />}
    >
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <PeriodChart
          title={title}
          text={t('requests.text')}
          grouping={data.grouping}
          periods={points.map(({ period }) => period)}
          lines={[{ key: 'all', name: title, values: points.map(({ requests }) => requests) }]}
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
