import type { InstanceStatistics } from '@flagstaff/contract/statistics'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { get } from '../../../lib/api.ts'
import { boot } from '../../../lib/boot.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { formatMinute, formatNumber } from '../../../lib/format.ts'
import { t as admin } from '../../../messages/admin.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { SettingsCard } from '../../../ui/Settings.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import classes from '../instance.module.css'
import { t } from './messages.ts'

const statistics = queryOptions({
  queryKey: ['setting', 'statistics'],
  queryFn: ({ signal }) => get('GET /api/admin/instance-admin/statistics', {}, signal),
})
const csv = `${boot.basePath}/api/admin/instance-admin/statistics/csv`

export function Statistics() {
  usePage([{ label: admin('admin.title'), to: '/admin' }, { label: t('stats.title') }])
  const { data, error, refetch } = useQuery(statistics)
  return (
    <AdminPage current="/admin/statistics">
      <ListPage
        title={t('stats.title')}
        purpose={t('stats.text')}
        facts={data?.timestamp && t('stats.counted', { time: formatMinute(data.timestamp) })}
        actions={
          data && (
            <Button
              component="a"
              href={csv}
              download
              variant="default"
              leftSection={<IconDownload size={14} stroke={1.75} />}
            >
              {t('stats.csv')}
            </Button>
          )
        }
      >
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data && <Cards of={data} />}
      </ListPage>
    </AdminPage>
  )
}

const Cards = ({ of }: { of: InstanceStatistics }) => (
  <>
    <Card title={t('flags.title')} rows={flagRows(of)} />
    <Card title={t('accounts.title')} rows={accountRows(of)} />
    <Card title={t('usage.title')} rows={usageRows(of)} />
    <SettingsCard title={t('instance.title')}>
      <dl className={classes.facts}>
        <Fact label={t('instance.id')} value={<code>{of.instanceId}</code>} />
        <Fact label={t('instance.version')} value={of.versionOSS} />
        <Fact label={t('instance.sum')} value={<code>{of.sum}</code>} />
      </dl>
    </SettingsCard>
  </>
)

const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

type Row = [label: string, value: number | boolean]

const flagRows = (of: InstanceStatistics): Row[] => [
  [t('flags.flags'), of.featureToggles],
  [t('flags.archived'), of.archivedFeatureToggles],
  [t('flags.rules'), of.strategies],
  [t('flags.projects'), of.projects],
  [t('flags.environments'), of.environments],
  [t('flags.segments'), of.segments],
  [t('flags.fields'), of.contextFields],
  [t('flags.templates'), of.releaseTemplates],
  [t('flags.plans'), of.releasePlans],
  [t('flags.mostRules'), of.maxEnvironmentStrategies],
  [t('flags.mostConstraints'), of.maxConstraints],
  [t('flags.mostValues'), of.maxConstraintValues],
]

const accountRows = ({ activeUsers, apiTokens, ...of }: InstanceStatistics): Row[] => [
  [t('accounts.users'), of.users],
  [t('accounts.active', { days: 7 }), activeUsers.last7],
  [t('accounts.active', { days: 30 }), activeUsers.last30],
  [t('accounts.active', { days: 60 }), activeUsers.last60],
  [t('accounts.active', { days: 90 }), activeUsers.last90],
  [t('accounts.readOnly'), of.readOnlyUsers],
  [t('accounts.services'), of.serviceAccounts],
  [t('accounts.groups'), of.groups],
  [t('accounts.roles'), of.roles],
  [t('accounts.customRoles'), of.customRootRoles],
  [t('accounts.customRolesInUse'), of.customRootRolesInUse],
  [t('accounts.adminTokens'), apiTokens.admin],
  [t('accounts.backendTokens'), apiTokens.client],
  [t('accounts.frontendTokens'), apiTokens.frontend],
  [t('accounts.password'), of.passwordAuthEnabled],
  [t('accounts.oidc'), of.OIDCenabled],
  [t('accounts.saml'), of.SAMLenabled],
  [t('accounts.scim'), of.SCIMenabled],
]

function usageRows({ clientApps, productionChanges: changes, ...of }: InstanceStatistics): Row[] {
  const apps = (wanted: string) => clientApps.find(({ range }) => range === wanted)?.count ?? 0
  return [
    [t('usage.appsSeen', { days: 7 }), apps('7d')],
    [t('usage.appsSeen', { days: 30 }), apps('30d')],
    [t('usage.apps'), apps('allTime')],
    [t('usage.production', { days: 30 }), changes.last30],
    [t('usage.production', { days: 60 }), changes.last60],
    [t('usage.production', { days: 90 }), changes.last90],
    [t('usage.exports'), of.featureExports],
    [t('usage.imports'), of.featureImports],
    [t('usage.buckets'), of.previousDayMetricsBucketsCount.enabledCount],
    [t('usage.variantBuckets'), of.previousDayMetricsBucketsCount.variantCount],
  ]
}

const Card = ({ title, rows }: { title: string; rows: readonly Row[] }) => (
  <SettingsCard title={title}>
    <table className={classes.held} aria-label={title}>
      <thead className="hidden">
        <tr>
          <th>{t('stats.name')}</th>
          <th>{t('stats.count')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label}>
            <td>{label}</td>
            <td>
              {typeof value === 'number' ? formatNumber(value) : t(value ? 'accounts.on' : 'accounts.off')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </SettingsCard>
)
