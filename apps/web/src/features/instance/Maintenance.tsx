import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePage } from '../../lib/crumbs.ts'
import { uiConfig, useCan } from '../../lib/session.ts'
import { t as admin } from '../../messages/admin.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { ListPage } from '../../ui/List.tsx'
import { Refused } from '../../ui/Refused.tsx'
import { SettingsCard } from '../../ui/Settings.tsx'
import classes from './instance.module.css'
import { t } from './messages.ts'
import { useToggleMaintenance } from './queries.ts'

/** Affects all users, so it needs confirmation and no optimistic update. */
export function Maintenance() {
  usePage([{ label: admin('admin.title'), to: '/admin' }, { label: t('maintenance.title') }])
  const { maintenanceMode: isOn = false } = useSuspenseQuery(uiConfig).data
  const toggle = useToggleMaintenance()
  const refusal = useCan(['ADMIN', 'UPDATE_MAINTENANCE_MODE'])
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <AdminPage current="/admin/maintenance">
      <ListPage title={t('maintenance.title')}>
        <SettingsCard title={t('maintenance.mode')} text={t('maintenance.text')}>
          <div className={classes.mode}>
            <b>{t(isOn ? 'maintenance.isOn' : 'maintenance.isOff')}</b>
            <Refused why={refusal}>
              <Button
                variant={isOn ? 'filled' : 'default'}
                aria-disabled={refusal ? true : undefined}
                onClick={() => {
                  if (!refusal) setAsking(true)
                }}
              >
                {t(isOn ? 'maintenance.turnOff' : 'maintenance.turnOn')}
              </Button>
            </Refused>
          </div>
        </SettingsCard>
      </ListPage>
      <Confirm
        opened={asking}
        title={t(isOn ? 'maintenance.askOff' : 'maintenance.askOn')}
        label={t(isOn ? 'maintenance.turnOff' : 'maintenance.turnOn')}
        busy={toggle.isPending}
        onConfirm={() => toggle.mutate(!isOn, { onSettled: close })}
        onClose={close}
      >
        <p>{t('maintenance.text')}</p>
      </Confirm>
    </AdminPage>
  )
}
