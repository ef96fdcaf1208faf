import type { ScimStatus } from '@flagstaff/contract/scim'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatAge } from '../../../lib/format.ts'
import type { Refusal } from '../../../lib/session.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { CopyIcon } from '../../../ui/Copy.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { SettingsCard } from '../../../ui/Settings.tsx'
import { Fact } from './Fact.tsx'
import { t } from './messages.ts'
import { useReplaceToken } from './queries.ts'
import classes from './scim.module.css'
import { TokenReady } from './TokenReady.tsx'

/** The values to configure at the identity provider. */
export function Connection({ status, refusal }: { status: ScimStatus; refusal: Refusal }) {
  const { baseUrl, token } = status
  const replace = useReplaceToken()
  const [asking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string>()
  const close = () => setAsking(false)
  const create = () =>
    replace.mutate(undefined, {
      onSuccess: ({ data }) => setSecret(data.token),
      onSettled: close,
    })
  const press = () => {
    if (refusal) return
    if (token) setAsking(true)
    else create()
  }
  return (
    <SettingsCard title={t('setup.title')} text={t('setup.text')}>
      <dl className={classes.facts}>
        <Fact label={t('setup.address')}>
          <span className="mono">{baseUrl}</span>
          <CopyIcon text={baseUrl} what={t('setup.addressWhat')} />
        </Fact>
        <Fact label={t('setup.token')}>
          <span>
            {token
              ? t('setup.made', { age: formatAge(token.createdAt), who: token.createdBy })
              : t('setup.noToken')}
          </span>
        </Fact>
      </dl>
      <div>
        <Refused why={refusal}>
          <Button
            variant={token ? 'default' : 'filled'}
            aria-disabled={refusal ? true : undefined}
            loading={replace.isPending}
            onClick={press}
          >
            {t(token ? 'setup.replace' : 'setup.create')}
          </Button>
        </Refused>
      </div>
      <Confirm
        opened={asking}
        title={t('setup.askReplace')}
        label={t('setup.replace')}
        danger
        busy={replace.isPending}
        onConfirm={create}
        onClose={close}
      >
        <p>{t('setup.replaceText')}</p>
      </Confirm>
      <TokenReady secret={secret} seen={status.lastRequest !== null} onDone={() => setSecret(undefined)} />
    </SettingsCard>
  )
}
