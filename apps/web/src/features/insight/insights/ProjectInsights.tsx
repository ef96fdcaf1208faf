import type { ProjectInsights as Figures } from '@flagstaff/contract/insights'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { formatNumber } from '../../../lib/format.ts'
import { projectList } from '../../../lib/projects.ts'
import { RowBars } from '../../../ui/chart/RowBars.tsx'
import { wordOfType } from '../../../ui/FlagType.tsx'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { Charts } from './Charts.tsx'
import { Cleanup } from './Cleanup.tsx'
import { PeriodFilters } from './Filters.tsx'
import { CsvButton } from './Insights.tsx'
import classes from './insights.module.css'
import { t } from './messages.ts'
import { insightCharts, projectInsights } from './queries.ts'

const from = '/projects/$projectId/insights'

/** Trends of one project, and figures that only make sense for one. */
export function ProjectInsights() {
  const { projectId } = useParams({ from })
  const search = { ...useSearch({ from }), projects: projectId }
  const navigate = useNavigate()
  const { data: projects } = useQuery(projectList)
  const name = projects?.find(({ id }) => id === projectId)?.name ?? projectId
  usePage([
    { label: t('projects'), to: '/projects' },
    { label: name, to: `/projects/${encodeURIComponent(projectId)}` },
    { label: t('title') },
  ])
  const { data: figures, error, refetch } = useQuery(projectInsights(projectId))
  const { data: charts } = useQuery(insightCharts(search))
  return (
    <ListPage
      title={t('ofProject', { name })}
      actions={<CsvButton search={search} />}
      filters={
        <PeriodFilters
          search={search}
          onChange={(change) =>
            void navigate({
              to: from,
              params: { projectId },
              search: { ...search, ...change, projects: undefined },
              replace: true,
            })
          }
        />
      }
    >
      {error && !figures && <ErrorState error={error} retry={() => void refetch()} />}
      {(!figures || !charts) && !error && <Loading rows={12} />}
      {figures && charts && (
        <>
          <Cleanup of={charts.cleanup} />
          <Charts data={charts} alone />
          <div className={classes.charts}>
            <Types of={figures} />
            <LeadTimes of={figures} />
            <Lately of={figures} />
          </div>
        </>
      )}
    </ListPage>
  )
}

const Types = ({ of }: { of: Figures }) => (
  <section className={classes.card}>
    <h2>{t('types.title')}</h2>
    <RowBars
      label={t('types.title')}
      rows={of.featureTypeCounts.map(({ type, count }) => ({
        key: type,
        name: wordOfType(type),
        value: count,
        text: formatNumber(count),
      }))}
    />
  </section>
)

const LONGEST = 8

function LeadTimes({ of: { leadTime } }: { of: Figures }) {
  const slowest = leadTime.features
    .toSorted((a, b) => b.timeToProduction - a.timeToProduction)
    .slice(0, LONGEST)
  return (
    <section className={classes.card}>
      <h2>{t('lead.title')}</h2>
      <p className="dim small">
        {slowest.length === 0 ? t('lead.none') : t('lead.average', { days: leadTime.projectAverage ?? 0 })}
      </p>
      <RowBars
        label={t('lead.title')}
        rows={slowest.map(({ name, timeToProduction }) => ({
          key: name,
          name,
          value: timeToProduction,
          text: t('days', { days: timeToProduction }),
        }))}
      />
    </section>
  )
}

function Lately({ of: { stats } }: { of: Figures }) {
  const rows = [
    ['lately.created', stats.createdCurrentWindow, stats.createdPastWindow],
    ['lately.archived', stats.archivedCurrentWindow, stats.archivedPastWindow],
    ['lately.activity', stats.projectActivityCurrentWindow, stats.projectActivityPastWindow],
    ['lately.members', stats.projectMembersAddedCurrentWindow, undefined],
  ] as const
  return (
    <section className={classes.card}>
      <h2>{t('lately.title')}</h2>
      <dl className={classes.lately}>
        {rows.map(([label, now, before]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>
              <b className="num">{formatNumber(now)}</b>
              {before !== undefined && (
                <span className="faint small">{t('lately.before', { count: formatNumber(before) })}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
