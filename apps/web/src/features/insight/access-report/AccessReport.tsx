import type { AccessReport as Report } from '@flagstaff/contract/access-report'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { formatDay, formatMinute } from '../../../lib/format.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import classes from './accessReport.module.css'
import { columns } from './columns.tsx'
import { Filters } from './Filters.tsx'
import { t } from './messages.ts'
import { accessReport, csvOf, PAGE, type ReportSearch } from './queries.ts'

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
  const { data, error, refetch } = useQuery(accessReport(search))
  const { offset = 0 } = search
  return (
    <AdminPage current="/admin/access-report">
      <ListPage
        title={t('title')}
        purpose={t('purpose')}
        facts={data && !error && t('facts', { count: data.total })}
        actions={
          <Button
            component="a"
            href={csvOf(search)}
            download
            variant="default"
            leftSection={<IconDownload size={14} stroke={1.75} />}
          >
            {t('csv')}
          </Button>
        }
        filters={<Filters search={search} onChange={go} />}
      >
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading />}
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
