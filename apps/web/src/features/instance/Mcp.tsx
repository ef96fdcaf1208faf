import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { boot } from '../../lib/boot.ts'
import { usePage } from '../../lib/crumbs.ts'
import { useCan } from '../../lib/session.ts'
import { t as admin } from '../../messages/admin.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { CopyIcon } from '../../ui/Copy.tsx'
import { ListPage } from '../../ui/List.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Refused } from '../../ui/Refused.tsx'
import { SettingsCard } from '../../ui/Settings.tsx'
import { ErrorState } from '../../ui/State.tsx'
import classes from './instance.module.css'
import { t } from './messages.ts'
import { mcpSettings, useToggleMcp } from './queries.ts'

/** Whether assistants can use this server without a local program. */
export function Mcp() {
  usePage([{ label: admin('admin.title'), to: '/admin' }, { label: t('mcp.title') }])
  const { data, error, refetch } = useQuery(mcpSettings)
  return (
    <AdminPage current="/admin/mcp">
      <ListPage title={t('mcp.title')}>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading rows={3} />}
        {data && <Endpoint isOn={data.enabled} />}
      </ListPage>
    </AdminPage>
  )
}

function Endpoint({ isOn }: { isOn: boolean }) {
  const toggle = useToggleMcp()
  const refusal = useCan('ADMIN')
  const address = `${location.origin}${boot.basePath}/mcp`
  return (
    <SettingsCard title={t('mcp.endpoint')} text={t('mcp.text')}>
      <p className={classes.address}>
        <code>{address}</code>
        <CopyIcon text={address} what={t('mcp.address')} />
      </p>
      <div className={classes.mode}>
        <b>{t(isOn ? 'mcp.isOn' : 'mcp.isOff')}</b>
        <Refused why={refusal}>
          <Button
            variant={isOn ? 'default' : 'filled'}
            aria-disabled={refusal ? true : undefined}
            loading={toggle.isPending}
            onClick={() => {
              if (!refusal) toggle.mutate(!isOn)
            }}
          >
            {t(isOn ? 'mcp.turnOff' : 'mcp.turnOn')}
          </Button>
        </Refused>
      </div>
    </SettingsCard>
  )
}
