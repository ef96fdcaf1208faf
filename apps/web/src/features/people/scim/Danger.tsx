import type { ScimStatus } from '@flagstaff/contract/scim'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Refusal, useCan } from '../../../lib/session.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { SettingsCard } from '../../../ui/Settings.tsx'
import { t } from './messages.ts'
import { useDeleteScimGroups, useDeleteScimUsers } from './queries.ts'
import classes from './scim.module.css'

/** Destructive actions, for changing or leaving the provider. */
export function Danger({ status, enabled }: { status: ScimStatus; enabled: boolean }) {
  const refusal = useCan('ADMIN')
  const users = useDeleteScimUsers()
  const groups = useDeleteScimGroups()
  const { activeUsers, groups: groupCount } = status
  return (
    <SettingsCard title={t('danger.title')}>
      <Act
        label={t('danger.users')}
        text={t('danger.usersText', { count: activeUsers })}
        ask={t('danger.usersAsk', { count: activeUsers })}
        why={refusal ?? (activeUsers === 0 ? t('danger.usersNone') : undefined)}
        again={enabled}
        change={users}
      />
      <Act
        label={t('danger.groups')}
        text={t('danger.groupsText', { count: groupCount })}
        ask={t('danger.groupsAsk', { count: groupCount })}
        why={refusal ?? (groupCount === 0 ? t('danger.groupsNone') : undefined)}
        again={enabled}
        change={groups}
      />
    </SettingsCard>
  )
}

type ActProps = {
  label: string
  text: string
  ask: string
  why: Refusal
  again: boolean
  change: ReturnType<typeof useDeleteScimUsers>
}

function Act({ label, text, ask, why, again, change }: ActProps) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <div className={classes.act}>
      <Refused why={why}>
        <Button
          variant="default"
          className={why ? undefined : (classes.danger ?? '')}
          aria-disabled={why ? true : undefined}
          onClick={() => {
            if (!why) setAsking(true)
          }}
        >
          {label}
        </Button>
      </Refused>
      <p className="dim small">{why ?? text}</p>
      <Confirm
        opened={asking}
        danger
        title={ask}
        label={label}
        busy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate(undefined, { onSuccess: close })}
        onClose={close}
      >
        <p>{text}</p>
        {again && <p>{t('danger.again')}</p>}
      </Confirm>
    </div>
  )
}
