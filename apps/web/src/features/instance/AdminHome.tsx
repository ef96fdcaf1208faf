import { IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { contextFieldList } from '../../lib/contextFields.ts'
import { usePage } from '../../lib/crumbs.ts'
import { formatNumber } from '../../lib/format.ts'
import { useMayOpen } from '../../lib/places.ts'
import { projectList } from '../../lib/projects.ts'
import { environmentList, holds, me, uiConfig } from '../../lib/session.ts'
import { t as admin } from '../../messages/admin.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { ListPage } from '../../ui/List.tsx'
import { SettingsCard } from '../../ui/Settings.tsx'
import classes from './instance.module.css'
import { t } from './messages.ts'
import { readiness, segmentCount, tokenCount, userCount } from './queries.ts'

export function AdminHome() {
  usePage([{ label: admin('admin.title') }])
  return (
    <AdminPage current="/admin">
      <ListPage title={admin('admin.title')}>
        <SettingsCard title={t('home.state')}>
          <State />
        </SettingsCard>
        <SettingsCard title={t('home.held')}>
          <Held />
        </SettingsCard>
      </ListPage>
    </AdminPage>
  )
}

function State() {
  const { data: config } = useQuery(uiConfig)
  const { data: ready } = useQuery(readiness)
  return (
    <dl className={classes.facts}>
      <Fact label={t('home.version')} value={config?.version} />
      <Fact label={t('home.address')} value={<span className="mono">{config?.unleashUrl}</span>} />
      <Fact label={t('home.revision')} value={ready && formatNumber(ready.revision)} />
      <Fact
        label={t('home.database')}
        value={ready && <Health good={ready.database === 'up'} word={ready.database} />}
      />
      <Fact
        label={t('home.delivery')}
        value={ready && <Health good={ready.delivery === 'serving'} word={ready.delivery} />}
      />
    </dl>
  )
}

const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value ?? '–'}</dd>
  </div>
)

const Health = ({ good, word }: { good: boolean; word: string }) => (
  <span className={classes.health} data-good={good || undefined}>
    {good && <IconCircleCheckFilled size={16} />}
    {good ? t('home.good') : word}
  </span>
)

/** Resource counts with their limits. */
function Held() {
  const { data: config } = useQuery(uiConfig)
  const { data: environments } = useSuspenseQuery(environmentList)
  const { data: projects } = useQuery(projectList)
  const { data: fields } = useQuery(contextFieldList)
  const { data: segments } = useQuery(segmentCount)
  const { permissions } = useSuspenseQuery(me).data
  const { data: users } = useQuery({ ...userCount, enabled: holds(permissions, 'ADMIN', {}) })
  const mayRead = (['READ_CLIENT_API_TOKEN', 'READ_FRONTEND_API_TOKEN'] as const).some((permission) =>
    holds(permissions, permission, {}),
  )
  const { data: tokens } = useQuery({ ...tokenCount, enabled: mayRead })
  const mayOpen = useMayOpen()
  const limits = config?.resourceLimits
  const flags = projects?.reduce((sum, { featureCount = 0 }) => sum + featureCount, 0)
  const rows: [label: string, to: string, count: number | undefined, limit: number | undefined][] = [
    [t('home.projects'), '/projects', projects?.length, limits?.projects],
    [t('home.flags'), '/search', flags, limits?.featureFlags],
    [t('home.environments'), '/environments', environments.length, limits?.environments],
    [t('home.segments'), '/segments', segments, limits?.segments],
    [t('home.fields'), '/context', fields?.length, undefined],
    [admin('admin.tokens'), '/admin/api', tokens, limits?.apiTokens],
    [admin('admin.users'), '/admin/users', users, undefined],
  ]
  return (
    <table className={classes.held} aria-label={t('home.held')}>
      <thead>
        <tr>
          <th>{t('home.thing')}</th>
          <th>{t('home.count')}</th>
          <th>{t('home.limit')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, to, count, limit]) => (
          <tr key={to}>
            <td>
              {mayOpen(to) ? (
                <Link to={to} className="link">
                  {label}
                </Link>
              ) : (
                label
              )}
            </td>
            <td>{count === undefined ? '–' : formatNumber(count)}</td>
            <td className="faint">{limit === undefined ? t('home.unlimited') : formatNumber(limit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
