import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Refusal } from '../../../lib/session.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { SettingsCard } from '../../../ui/Settings.tsx'
import { t } from './messages.ts'
import { useSwitchScim } from './queries.ts'
import classes from './scim.module.css'

/** Turning it off disconnects the provider, so it needs confirmation. */
export function Switching({ enabled, refusal }: { enabled: boolean; refusal: Refusal }) {
  const change = useSwitchScim()
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const press = () => {
    if (refusal) return
    if (enabled) setAsking(true)
    else change.mutate(true)
  }
  return (
    <SettingsCard title={t('scim.state')} text={t('scim.text')}>
      <div className={classes.line}>
        <b>{t(enabled ? 'scim.isOn' : 'scim.isOff')}</b>
        <Refused why={refusal}>
          <Button
            variant={enabled ? 'default' : 'filled'}
            aria-disabled={refusal ? true : undefined}
            loading={change.isPending}
            onClick={press}
          >
            {t(enabled ? 'scim.turnOff' : 'scim.turnOn')}
          </Button>
        </Refused>
      </div>
      <Confirm
        opened={asking}
        title={t('scim.askOff')}
        label={t('scim.turnOff')}
        busy={change.isPending}
        onConfirm={() => change.mutate(false, { onSettled: close })}
        onClose={close}
      >
        <p>{t('scim.offText')}</p>
      </Confirm>
    </SettingsCard>
  )
}
