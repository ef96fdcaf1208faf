import type { NetworkTraffic, TrafficRange } from '@flagstaff/contract/traffic'
import { Button, SegmentedControl } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber, formatShort } from '../../../lib/format.ts'
import { LineChart } from '../../../ui/chart/LineChart.tsx'
import { type Column, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Spark } from '../../../ui/Spark.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { countColumns } from './countColumns.tsx'
import { t } from './messages.ts'
import { NetworkPage } from './NetworkPage.tsx'
import classes from './network.module.css'
import { NoRequests } from './Overview.tsx'
import {
  figuresOf,
  formatFigure,
  formatShare,
  formatStep,
  formatTime,
  ratesOf,
  requestsIn,
} from './periods.ts'
import { csvOf, traffic } from './queries.ts'

const ranges: readonly TrafficRange[] = ['hour', 'day', 'month', 'year']

/** Requests a second by API, and totals by API. */
export function Traffic() {
  const [range, setRange] = useState<TrafficRange>('day')
  const { data, error, refetch } = useQuery(traffic(range))
  return (
    <NetworkPage
      current="/admin/network/traffic"
      actions={data && data.groups.length > 0 && <CsvButton range={range} />}
      filters={
        <SegmentedControl
          aria-label={t('range')}
          size="xs"
          value={range}
          data={ranges.map((value) => ({ value, label: t(`range.${value}`) }))}
          onChange={(value) => setRange(value as TrafficRange)}
        />
      }
    >
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && data.groups.length === 0 && <NoRequests />}
      {data && data.groups.length > 0 && <Charts of={data} />}
    </NetworkPage>
  )
}

const CsvButton = ({ range }: { range: TrafficRange }) => (
  <Button
    component="a"
    href={csvOf(range)}
    download={`traffic-${range}.csv`}
    variant="default"
    leftSection={<IconDownload size={14} stroke={1.75} />}
  >
    {t('csv')}
  </Button>
)

function Charts({ of }: { of: NetworkTraffic }) {
  const { range } = of
  const { requests, same, refused, failed, change } = figuresOf(of)
  const { times, lines } = ratesOf(of, (api) => t(`api.${api}`))
  return (
    <div className={classes.body}>
      <ul className={classes.figures}>
        <Figure value={formatShort(requests)} label={t(`in.${range}`)} text={changeText(range, change)} />
        <Figure value={formatShare(same, requests)} label={t('same')} text={t('sameText')} />
        <Figure
          value={formatShare(refused, requests)}
          label={t('refused')}
          text={t('refusedText', { count: refused })}
        />
        <Figure
          value={formatShare(failed, requests)}
          label={t('failed')}
          text={t('failedText', { count: failed })}
        />
      </ul>
      <section className={classes.card} aria-label={t('chart')}>
        <h2>{t('chart')}</h2>
        <LineChart
          title={t('chart')}
          times={times}
          lines={lines}
          fromZero
          format={(value) => t('rate', { value: formatFigure(value) })}
          formatTick={formatFigure}
          formatTime={(at) => formatTime(at, range)}
          formatStep={(at) => formatStep(at, range)}
        />
      </section>
      <section className={classes.card} aria-label={t('byApi')}>
        <h2>{t('byApi')}</h2>
        <Rows rows={of.groups} columns={columns} keyOf={({ group }) => group} label={t('byApi')} />
      </section>
    </div>
  )
}

function changeText(range: TrafficRange, change: number | null): string | undefined {
  if (change === null || range === 'month' || range === 'year') return undefined
  return t(`${change < 0 ? 'less' : 'more'}.${range}`, { percent: formatShare(Math.abs(change), 1) })
}

const Figure = ({ value, label, text }: { value: string; label: string; text?: string | undefined }) => (
  <li className={classes.figure}>
    <b className="num">{value}</b>
    <span>{label}</span>
    {text && <span className="dim small">{text}</span>}
  </li>
)

type Group = NetworkTraffic['groups'][number]

const columns: Column<Group>[] = [
  { key: 'api', label: t('column.api'), cell: ({ group }) => <b>{t(`group.${group}` as 'group.edge')}</b> },
  {
    key: 'requests',
    label: t('column.requests'),
    width: 176,
    cell: (group) => (
      <span className={classes.requests}>
        <Spark values={group.points} width={80} height={16} />
        <span title={formatNumber(requestsIn(group))}>{formatShort(requestsIn(group))}</span>
      </span>
    ),
  },
  ...countColumns,
  {
    key: 'top',
    label: t('column.top'),
    width: 200,
    wide: true,
    cell: (group) =>
      group.top
        ? t('top', { app: group.top.app, percent: formatShare(group.top.requests, requestsIn(group)) })
        : t('nothing'),
  },
]
