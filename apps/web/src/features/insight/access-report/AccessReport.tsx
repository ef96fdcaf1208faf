import type { AccessReport as Report } from '@flagstaff/contract/access-report'
import { Button } from '@mantine/core'
import { IconCalendarOff, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { formatDay, formatMinute } from '../../../lib/format.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import classes from './accessReport.module.css'
import { columns } from './columns.tsx'
import { isReportable, type KnownDays, noonOf } from './days.ts'
import { Filters } from './Filters.tsx'
import { t } from './messages.ts'
import { accessReport, csvOf, knownDays, PAGE, type ReportSearch } from './queries.ts'

/** Who can change, approve or skip reviews, now or at the end of a day. */
export function AccessReport() {
  usePage([{ label: t('admin'), to: '/admin' }, { label: t('title') }])
  const search = useSearch({ from: '/admin/access-report' })
  const navigate = useNavigate()
  const go = (change: Partial<ReportSearch>) =>
    void navigate({
      to: '/admin/access-report',
      search: { ...search, offset: undefined, ...change },
      replace: true,
    })
  const { at, offset = 0 } = search
  const days = useQuery({ ...knownDays, enabled: at !== undefined })
  const isKnown = at === undefined || (days.data && isReportable(at, days.data))
  const report = useQuery({ ...accessReport(search), enabled: isKnown === true })
  const error = (at === undefined ? null : days.error) ?? report.error
  const data = isKnown ? report.data : undefined
  const retry = () => void (days.error ? days : report).refetch()
  return (
    <AdminPage current="/admin/access-report">
      <ListPage
        title={t('title')}
        purpose={t('purpose')}
        facts={data && !error && t('facts', { count: data.total })}
        actions={
          isKnown && (
            <Button
              component="a"
              href={csvOf(search)}
              download
              variant="default"
              leftSection={<IconDownload size={14} stroke={1.75} />}
            >
              {t('csv')}
            </Button>
          )
        }
        filters={<Filters search={search} onChange={go} />}
      >
        {error && <ErrorState error={error} retry={retry} />}
        {isKnown === false && days.data && (
          <NoReport day={at} days={days.data} onChoose={(day) => go({ at: day })} />
        )}
        {!data && !error && isKnown !== false && <Loading />}
        {data && !error && <Exactness report={data} />}
        {data && !error && data.total === 0 && (
          <NoMatch
            title={t('empty')}
            onClear={() => go({ at: undefined, project: undefined, environment: undefined })}
          />
        )}
        {data && !error && data.total > 0 && (
          <Rows
            rows={data.rows}
            columns={columns}
            keyOf={(row) => `${row.kind} ${row.id ?? row.name} ${row.project} ${row.environment}`}
            label={t('title')}
          />
        )}
        <div className={classes.pages}>
          {offset > 0 && (
            <Button
              variant="default"
              onClick={() => go({ offset: offset > PAGE ? offset - PAGE : undefined })}
            >
              {t('previous')}
            </Button>
          )}
          {data && offset + PAGE < data.total && (
            <Button variant="default" onClick={() => go({ offset: offset + PAGE })}>
              {t('next')}
            </Button>
          )}
        </div>
      </ListPage>
    </AdminPage>
  )
}

type NoReportProps = { day: string; days: KnownDays; onChoose(day: string | undefined): void }

/** The day is in the future, or before access was stored. */
function NoReport({ day, days: { first, last }, onChoose }: NoReportProps) {
  const known = first === null || first === last ? undefined : formatDay(noonOf(first))
  return (
    <State
      icon={<IconCalendarOff size={20} stroke={1.5} />}
      title={t('noReport', { day: formatDay(noonOf(day)) })}
      text={known ? t('noReportText', { first: known }) : t('noReportYet')}
      action={
        <Button variant="default" onClick={() => onChoose(known && first ? first : undefined)}>
          {known ? t('chooseFirst', { first: known }) : t('now')}
        </Button>
      }
    />
  )
}

/** How exact the report is, and since when the past is known. */
function Exactness({ report }: { report: Report }) {
  const { source, knownAt, exact, laterChanges, knownSince } = report
  return (
    <div className={classes.notes}>
      <p>
        {t(source, { at: formatMinute(knownAt) })}{' '}
        {knownSince === null ? t('notYet') : t('since', { day: formatDay(knownSince) })}
      </p>
      {!exact && <p className={classes.warning}>{t('inexact', { count: laterChanges })}</p>}
    </div>
  )
}
