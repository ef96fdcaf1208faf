import { Button } from '@mantine/core'
import { IconChartAreaLine, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { Charts } from './Charts.tsx'
import { Cleanup } from './Cleanup.tsx'
import { PeriodFilters, ProjectFilter } from './Filters.tsx'
import { addUp, lastOf } from './figures.ts'
import classes from './insights.module.css'
import { t } from './messages.ts'
import { csvOf, insightCharts } from './queries.ts'
import type { InsightsSearch } from './search.ts'
import { formatUtcDay } from './steps.ts'

/** Trends over all projects that the user can see. */
export function Insights() {
  usePage([{ label: t('title') }])
  const search = useSearch({ from: '/insights' })
  const navigate = useNavigate()
  const update = (change: Partial<InsightsSearch>) =>
    void navigate({ to: '/insights', search: { ...search, ...change }, replace: true })
  const { data, error, refetch } = useQuery(insightCharts(search))
  const flags = data && (lastOf(addUp(data.charts.lifecycle.map(({ values }) => values))) ?? 0)
  const isEmpty = flags === 0 && data?.charts.flow.every(({ values }) => values.every((value) => !value))
  return (
    <ListPage
      title={t('title')}
      facts={data && t('facts', { flags: flags ?? 0, projects: data.projects })}
      actions={<CsvButton search={search} />}
      filters={
        <>
          <PeriodFilters search={search} onChange={update} />
          <ProjectFilter search={search} onChange={update} />
          {data?.measuredFrom && data.measuredFrom > (data.dates[0] ?? '') && (
            <p className={classes.note}>{t('before', { day: formatUtcDay(data.measuredFrom) })}</p>
          )}
        </>
      }
    >
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading rows={12} />}
      {data && isEmpty && (
        <State
          icon={<IconChartAreaLine size={20} stroke={1.5} />}
          title={t(data.projects === 0 && search.projects ? 'noProjects' : 'empty')}
          text={t(data.projects === 0 && search.projects ? 'noProjectsText' : 'emptyText')}
          action={
            search.projects && (
              <Button variant="default" onClick={() => update({ projects: undefined })}>
                {t('showAll')}
              </Button>
            )
          }
        />
      )}
      {data && !isEmpty && (
        <>
          <Cleanup of={data.cleanup} />
          <Charts data={data} />
        </>
      )}
    </ListPage>
  )
}

export const CsvButton = ({ search }: { search: InsightsSearch }) => (
  <Button
    component="a"
    href={csvOf(search)}
    download="insights.csv"
    variant="default"
    leftSection={<IconDownload size={14} stroke={1.75} />}
  >
    {t('csv')}
  </Button>
)
