import type { ActiveSession } from '@flagstaff/contract/sessions'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { useCan } from '../../../lib/session.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { type Column, FilterBox, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { nameOf, Person } from '../../../ui/Person.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { deviceColumn, deviceOf, sessionColumns } from './columns.tsx'
import { EndSession } from './EndSession.tsx'
import { t } from './messages.ts'
import { allSessions } from './queries.ts'
import classes from './sessions.module.css'

/** All active sessions, for administrators. */
export function AllSessions() {
  usePage([{ label: t('sessions.admin'), to: '/admin' }, { label: t('sessions.title') }])
  const { q = '' } = useSearch({ from: '/admin/sessions' })
  const navigate = useNavigate()
  const search = (text: string) =>
    void navigate({ to: '/admin/sessions', search: { q: text || undefined }, replace: true })
  const why = useCan('ADMIN')
  const { data, error, refetch } = useQuery(allSessions)
  const shown = data?.filter((session) => matches(session, q))
  const columns: Column<ActiveSession>[] = [
    {
      key: 'user',
      label: t('sessions.user'),
      cell: (session) => (
        <>
          <Person name={ownerOf(session)} size={24} />
          <span className={classes.narrow}>{deviceOf(session)}</span>
        </>
      ),
    },
    { ...deviceColumn, width: 220, wide: true },
    ...sessionColumns,
    {
      key: 'actions',
      label: '',
      width: 60,
      align: 'right',
      cell: (session) => {
        const label = t('sessions.endOf', { name: ownerOf(session), device: deviceOf(session) })
        return !session.current && <EndSession whose="all" session={session} label={label} why={why} />
      },
    },
  ]
  return (
    <AdminPage current="/admin/sessions">
      <ListPage
        title={t('sessions.title')}
        facts={data && t('sessions.count', { count: data.length })}
        filters={data && <FilterBox label={t('sessions.filter')} value={q} onChange={search} />}
      >
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {shown && shown.length > 0 && (
          <Rows rows={shown} columns={columns} keyOf={({ id }) => id} label={t('sessions.title')} />
        )}
        {shown?.length === 0 && <NoMatch onClear={() => search('')} />}
      </ListPage>
    </AdminPage>
  )
}

const ownerOf = ({ name, username, email, userId }: ActiveSession) =>
  nameOf({ name, username, email, id: userId ?? 0 })

const matches = (session: ActiveSession, q: string) =>
  `${session.name} ${session.username} ${session.email} ${session.ip} ${session.browser}`
    .toLowerCase()
    .includes(q.toLowerCase())
