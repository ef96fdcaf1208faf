import type { DoctorFinding } from '@flagstaff/contract/doctor'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../lib/crumbs.ts'
import { t as admin } from '../../messages/admin.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { ListPage } from '../../ui/List.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { SettingsCard } from '../../ui/Settings.tsx'
import { ErrorState } from '../../ui/State.tsx'
import classes from './instance.module.css'
import { t } from './messages.ts'
import { doctorReport } from './queries.ts'

const icons = { good: IconCircleCheckFilled, warning: IconAlertTriangle, bad: IconCircleXFilled }
/** The checks that this version knows; a newer server may have others. */
const titles: Readonly<Record<string, string>> = {
  version: t('doctor.of.version'),
  migrations: t('doctor.of.migrations'),
  clock: t('doctor.of.clock'),
  connections: t('doctor.of.connections'),
  followers: t('doctor.of.followers'),
  jobs: t('doctor.of.jobs'),
  snapshot: t('doctor.of.snapshot'),
  notifications: t('doctor.of.notifications'),
  secrets: t('doctor.of.secrets'),
  events: t('doctor.of.events'),
  email: t('doctor.of.email'),
  url: t('doctor.of.url'),
  edges: t('doctor.of.edges'),
  'demo accounts': t('doctor.of.demoAccounts'),
  backbone: t('doctor.of.backbone'),
  environment: t('doctor.of.environment'),
}
const order = ['bad', 'warning', 'good'] as const

/** Findings of the server's checks, problems first. */
export function Doctor() {
  usePage([{ label: admin('admin.title'), to: '/admin' }, { label: admin('admin.doctor') }])
  const { data, error, refetch, isFetching } = useQuery(doctorReport)
  const again = (
    <Button variant="default" loading={isFetching && data !== undefined} onClick={() => void refetch()}>
      {t('doctor.again')}
    </Button>
  )
  return (
    <AdminPage current="/admin/doctor">
      <ListPage title={admin('admin.doctor')} purpose={t('doctor.purpose')} actions={again}>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading rows={6} />}
        {data && (
          <SettingsCard title={t(`doctor.${data.state}`)}>
            <ul className={classes.findings}>
              {order.flatMap((state) =>
                data.findings
                  .filter((finding) => finding.state === state)
                  .map((finding) => <Row key={finding.name} finding={finding} />),
              )}
            </ul>
          </SettingsCard>
        )}
      </ListPage>
    </AdminPage>
  )
}

function Row({ finding: { name, state, text, next } }: { finding: DoctorFinding }) {
  const Icon = icons[state]
  return (
    <li data-state={state}>
      <Icon size={16} role="img" aria-label={t(`doctor.state.${state}`)} />
      <b>{titles[name] ?? name}</b>
      <div>
        <p>{text}</p>
        {next && <p className={classes.next}>{next}</p>}
      </div>
    </li>
  )
}
