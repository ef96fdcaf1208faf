import type { NetworkTraffic } from '@flagstaff/contract/traffic'
import { IconNetwork } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber, formatShort } from '../../../lib/format.ts'
import { type Column, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { countColumns } from './countColumns.tsx'
import { t } from './messages.ts'
import { NetworkPage } from './NetworkPage.tsx'
import classes from './network.module.css'
import { formatFigure, requestsIn } from './periods.ts'
import { edgeCount, traffic } from './queries.ts'

type App = NetworkTraffic['apps'][number]

/** The applications that send requests, with their rate in the last five minutes. */
export function Overview() {
  const { data, error, refetch } = useQuery(traffic('day'))
  const { data: edges } = useQuery(edgeCount)
  const apps = data?.apps
  return (
    <NetworkPage
      current="/admin/network"
      facts={apps && apps.length > 0 && <span>{t('apps', { count: apps.length })}</span>}
    >
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {apps?.length === 0 && <NoRequests />}
      {apps && apps.length > 0 && (
        <Rows rows={apps} columns={columns} keyOf={({ app }) => app} label={t('tab.overview')} />
      )}
      {edges !== undefined && (
        <p className={classes.edges}>
          {t('connected', { count: edges })}{' '}
          <Link to="/admin/edges" className="link">
            {t('openEdges')}
          </Link>
        </p>
      )}
    </NetworkPage>
  )
}

export const NoRequests = () => (
  <State icon={<IconNetwork size={20} stroke={1.5} />} title={t('none.title')} text={t('none.text')} />
)

const columns: Column<App>[] = [
  { key: 'app', label: t('column.app'), cell: (app) => <Name app={app} /> },
  {
    key: 'rate',
    label: t('column.rate'),
    width: 136,
    align: 'right',
    cell: ({ rate }) => formatFigure(rate),
  },
  {
    key: 'requests',
    label: t('column.requests24'),
    width: 112,
    align: 'right',
    wide: true,
    cell: (app) => <span title={formatNumber(requestsIn(app))}>{formatShort(requestsIn(app))}</span>,
  },
  ...countColumns,
]

function Name({ app: { app, groups } }: { app: App }) {
  const isAdmin = groups.length === 1 && groups[0] === 'admin'
  const shown = app === 'other' ? t('other') : isAdmin && app === 'web' ? t('web') : app
  const apis = app === 'other' ? t('otherText') : groups.map((group) => t(`group.${group}` as 'group.edge'))
  return (
    <span className={classes.app}>
      <b>{isAdmin && app === 'api' ? t('api') : shown}</b>
      <span className="faint small">{Array.isArray(apis) ? apis.join(', ') : apis}</span>
    </span>
  )
}
