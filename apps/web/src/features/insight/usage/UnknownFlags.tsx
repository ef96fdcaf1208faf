import type { UnknownFlag } from '@flagstaff/contract/usage'
import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { formatAge, formatDay, formatMoment } from '../../../lib/format.ts'
import { type Refusal, useCan } from '../../../lib/session.ts'
import { type Column, FilterBox, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { t } from './messages.ts'
import { unknownFlags } from './queries.ts'
import classes from './usage.module.css'

/** Flag names that SDKs evaluate but that do not exist. */
export function UnknownFlags() {
  usePage([{ label: t('unknown.apps'), to: '/applications' }, { label: t('unknown.title') }])
  const { q = '' } = useSearch({ from: '/unknown-flags' })
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(unknownFlags)
  const refusal = useCan('CREATE_FEATURE')
  const filter = (text: string) =>
    void navigate({ to: '/unknown-flags', search: text ? { q: text } : {}, replace: true })
  const shown = data?.filter(({ name, reports = [] }) =>
    `${name} ${reports.map(({ appName }) => appName).join(' ')}`.toLowerCase().includes(q.toLowerCase()),
  )
  const isThere = data !== undefined && data.length > 0
  return (
    <ListPage
      title={t('unknown.title')}
      facts={isThere && t('unknown.count', { count: data.length })}
      filters={isThere && <FilterBox label={t('unknown.filter')} value={q} onChange={filter} />}
    >
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && (
        <State
          icon={<IconCircleCheck size={20} stroke={1.5} />}
          title={t('unknown.empty')}
          text={t('unknown.emptyText')}
        />
      )}
      {isThere && <p className={classes.text}>{t('unknown.text')}</p>}
      {isThere && shown?.length === 0 && <NoMatch onClear={() => filter('')} />}
      {shown && shown.length > 0 && (
        <Rows
          rows={shown}
          columns={columnsWith(refusal)}
          keyOf={({ name }) => name}
          label={t('unknown.title')}
        />
      )}
    </ListPage>
  )
}

const columnsWith = (refusal: Refusal): Column<UnknownFlag>[] => [
  {
    key: 'name',
    label: t('unknown.name'),
    cell: ({ name, lastSeenAt, lastEventAt, reports = [] }) => (
      <>
        <b className={classes.name}>{name}</b>
        <div className={classes.narrow}>{[...reports.map(inWords), formatAge(lastSeenAt)].join(' · ')}</div>
        {lastEventAt && (
          <div className="faint small">
            {t('unknown.was', { day: formatDay(lastEventAt) })}{' '}
            <Link to="/history" search={{ flag: name }} className={`link ${classes.log}`}>
              {t('unknown.log')}
              <span className="hidden"> {name}</span>
            </Link>
          </div>
        )}
      </>
    ),
  },
  {
    key: 'who',
    label: t('unknown.who'),
    width: 360,
    wide: true,
    cell: ({ reports = [] }) => (
      <ul className={classes.who}>
        {reports.map(({ appName, environments }) => (
          <li key={appName}>
            <Link to="/applications/$app" params={{ app: appName }} className="link">
              {appName}
            </Link>
            <span className="faint small">
              {t('unknown.in', { environments: environments.map((one) => one.environment).join(', ') })}
            </span>
          </li>
        ))}
      </ul>
    ),
  },
  {
    key: 'seen',
    label: t('unknown.seen'),
    width: 96,
    wide: true,
    cell: ({ lastSeenAt }) => (
      <time dateTime={lastSeenAt} title={formatMoment(lastSeenAt)} className="dim num">
        {formatAge(lastSeenAt)}
      </time>
    ),
  },
  {
    key: 'actions',
    label: '',
    width: 184,
    align: 'right',
    cell: ({ name }) => <Create name={name} refusal={refusal} />,
  },
]

/** As text for phones, which have no space for this column. */
const inWords = ({ appName, environments }: NonNullable<UnknownFlag['reports']>[number]) =>
  `${appName} ${t('unknown.in', { environments: environments.map((one) => one.environment).join(', ') })}`

function Create({ name, refusal }: { name: string; refusal: Refusal }) {
  const label = (
    <>
      {t('unknown.create')}
      <span className="hidden"> {name}</span>
    </>
  )
  if (refusal)
    return (
      <Refused why={refusal}>
        <Button variant="default" aria-disabled>
          {label}
        </Button>
      </Refused>
    )
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to="/search" search={{ create: true, name }} />}
    >
      {label}
    </Button>
  )
}
