import type { LoginEvent } from '@flagstaff/contract/logins'
import { Button } from '@mantine/core'
import { IconDownload, IconLogin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { formatAge, formatMoment } from '../../../lib/format.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import listClasses from '../../../ui/List.module.css'
import { type Column, FilterBox, ListPage, Rows } from '../../../ui/List.tsx'
import { ListTabs } from '../../../ui/ListTabs.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import classes from './logins.module.css'
import { t } from './messages.ts'
import { downloadCsv, loginHistory, PAGE, type View, views } from './queries.ts'

export function LoginHistory() {
  usePage([{ label: t('logins.admin'), to: '/admin' }, { label: t('logins.title') }])
  const search = useSearch({ from: '/admin/logins' })
  const { q = '', view = 'all', offset = 0 } = search
  const navigate = useNavigate()
  const go = (change: Partial<typeof search>) =>
    void navigate({
      to: '/admin/logins',
      search: { ...search, offset: undefined, ...change },
      replace: true,
    })
  const { data, error, refetch } = useQuery(loginHistory(search))
  const total = data?.total
  const isFiltered = q !== '' || view !== 'all'
  return (
    <AdminPage current="/admin/logins">
      <ListPage
        title={t('logins.title')}
        facts={total !== undefined && t('logins.count', { count: total })}
        actions={
          total !== undefined &&
          total > 0 && (
            <Button
              variant="default"
              leftSection={<IconDownload size={14} stroke={1.75} />}
              onClick={() => void downloadCsv(search)}
            >
              {t('logins.csv')}
            </Button>
          )
        }
      >
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {total === 0 && !isFiltered && (
          <State
            icon={<IconLogin size={20} stroke={1.5} />}
            title={t('logins.empty')}
            text={t('logins.emptyText')}
          />
        )}
        {data && (total !== 0 || isFiltered) && (
          <ListTabs
            label={t('logins.views')}
            tabs={views.map((value) => ({ value, label: t(`logins.${value}`) }))}
            value={view}
            onChange={(next: View) => go({ view: next === 'all' ? undefined : next })}
          >
            <div className={listClasses.filters}>
              <FilterBox
                label={t('logins.filter')}
                value={q}
                onChange={(text) => go({ q: text || undefined })}
              />
            </div>
            {total === 0 ? (
              <NoMatch onClear={() => go({ q: undefined, view: undefined })} />
            ) : (
              <Rows rows={data.events} columns={columns} keyOf={({ id }) => id} label={t('logins.title')} />
            )}
            <div className={classes.pages}>
              {offset > 0 && (
                <Button variant="default" onClick={() => go({})}>
                  {t('logins.newer')}
                </Button>
              )}
              {total !== undefined && offset + PAGE < total && (
                <Button variant="default" onClick={() => go({ offset: offset + PAGE })}>
                  {t('logins.more')}
                </Button>
              )}
            </div>
          </ListTabs>
        )}
      </ListPage>
    </AdminPage>
  )
}

const columns: Column<LoginEvent>[] = [
  {
    key: 'user',
    label: t('logins.user'),
    cell: (event) => (
      <>
        <b className={classes.user} title={event.username}>
          {event.name ?? event.username}
        </b>
        <div className={classes.narrow}>
          <Result event={event} />
        </div>
      </>
    ),
  },
  {
    key: 'result',
    label: t('logins.result'),
    width: 220,
    wide: true,
    cell: (event) => <Result event={event} />,
  },
  {
    key: 'how',
    label: t('logins.how'),
    width: 112,
    wide: true,
    cell: ({ auth_type }) => <span className="dim">{auth_type}</span>,
  },
  {
    key: 'address',
    label: t('logins.address'),
    width: 144,
    wide: true,
    cell: ({ ip, user_agent }) => (
      <span className="mono dim" title={user_agent ?? undefined}>
        {ip}
      </span>
    ),
  },
  {
    key: 'time',
    label: t('logins.time'),
    width: 96,
    align: 'right',
    cell: ({ created_at = '' }) => (
      <time dateTime={created_at} title={formatMoment(created_at)} className="num">
        {formatAge(created_at)}
      </time>
    ),
  },
]

function Result({ event }: { event: LoginEvent }) {
  if (!event.successful) {
    return (
      <span className={classes.refused}>{t('logins.refused', { reason: event.failure_reason ?? '' })}</span>
    )
  }
  return <span className="dim">{t(event.type === 'logout' ? 'logins.out' : 'logins.ok')}</span>
}
