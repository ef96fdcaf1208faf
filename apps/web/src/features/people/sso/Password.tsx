import type { PasswordAuth } from '@flagstaff/contract/sso'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { SettingsCard } from '../../../ui/Settings.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { t } from './messages.ts'
import { passwordSettings, useSwitchPassword } from './queries.ts'
import classes from './sso.module.css'

export function Password() {
  usePage([{ label: t('admin'), to: '/admin' }, { label: t('password') }])
  const { data, error, refetch } = useQuery(passwordSettings)
  return (
    <AdminPage current="/admin/auth/password">
      <ListPage title={t('password')}>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading rows={2} />}
        {data && <Switch state={data} />}
      </ListPage>
    </AdminPage>
  )
}

/** Why password sign-in cannot be turned off yet. The server checks it again. */
function obstacle({ disabled, providers = [], administrators = 0 }: PasswordAuth): string | undefined {
  if (disabled) return undefined
  if (providers.length === 0) return t('password.noProvider')
  return administrators === 0 ? t('password.noAdmin') : undefined
}

function Switch({ state }: { state: PasswordAuth }) {
  const isOff = state.disabled ?? false
  const turn = useSwitchPassword()
  const notAllowed = useCan(['ADMIN', 'UPDATE_AUTH_CONFIGURATION'])
  const why = notAllowed ?? obstacle(state)
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const label = t(isOff ? 'password.turnOn' : 'password.turnOff')
  const kinds = (state.providers ?? []).map((kind) => t(kind === 'saml' ? 'saml' : 'oidc'))
  return (
    <SettingsCard title={t('password.title')} text={t('password.text')}>
      <dl className={classes.facts}>
        <div>
          <dt>{t('password.providers')}</dt>
          <dd>{kinds.join(', ') || t('password.none')}</dd>
        </div>
        <div>
          <dt>{t('password.admins')}</dt>
          <dd>{formatNumber(state.administrators ?? 0)}</dd>
        </div>
      </dl>
      {state.forced && <p className="dim small">{t('password.forced')}</p>}
      {obstacle(state) && <p className={classes.locked}>{obstacle(state)}</p>}
      <div className={classes.row}>
        <b>{t(isOff ? 'password.isOff' : 'password.isOn')}</b>
        <Refused why={why}>
          <Button
            variant={isOff ? 'filled' : 'default'}
            aria-disabled={why ? true : undefined}
            onClick={() => {
              if (!why) setAsking(true)
            }}
          >
            {label}
          </Button>
        </Refused>
      </div>
      <Confirm
        opened={asking}
        title={t(isOff ? 'password.askOn' : 'password.askOff')}
        label={label}
        busy={turn.isPending}
        onConfirm={() => turn.mutate(!isOff, { onSettled: close })}
        onClose={close}
      >
        <p>{t('password.text')}</p>
      </Confirm>
    </SettingsCard>
  )
}
