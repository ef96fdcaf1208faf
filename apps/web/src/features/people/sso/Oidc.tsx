import type { OidcSettings, OidcSettingsResponse } from '@flagstaff/contract/sso'
import { Checkbox, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { Card, type Save } from './Card.tsx'
import { SecretField, TextField, ToRegister } from './fields.tsx'
import { Groups } from './Groups.tsx'
import { t } from './messages.ts'
import { Accounts } from './Provisioning.tsx'
import { oidcSettings, useSaveOidc } from './queries.ts'
import classes from './sso.module.css'
import { TryIt } from './TryIt.tsx'

export function Oidc() {
  usePage([{ label: t('admin'), to: '/admin' }, { label: t('oidc') }])
  const { tried } = useSearch({ from: '/admin/auth/oidc' })
  const { data, error, refetch } = useQuery(oidcSettings)
  return (
    <AdminPage current="/admin/auth/oidc">
      <ListPage title={t('oidc')}>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading rows={6} />}
        {data && <Cards stored={data} tried={tried} />}
      </ListPage>
    </AdminPage>
  )
}

type Part = { stored: OidcSettingsResponse; save: Save<OidcSettings> }

function Cards({ stored, tried }: { stored: OidcSettingsResponse; tried: string | undefined }) {
  const { mutateAsync: save } = useSaveOidc()
  const part = { name: t('oidc'), stored, save }
  return (
    <>
      {tried && <TryIt provider="oidc" tried={tried} />}
      <Provider {...part} />
      <Accounts {...part} />
      <Groups {...part} hint={t('groups.oidcHint')} />
      <More {...part} />
      {!tried && <TryIt provider="oidc" tried={undefined} />}
    </>
  )
}

function Provider({ stored, save }: Part) {
  return (
    <Card
      title={t('provider.title')}
      text={t('provider.oidcText')}
      name={t('oidc')}
      stored={stored}
      start={{
        enabled: stored.enabled ?? false,
        discoverUrl: stored.discoverUrl ?? '',
        clientId: stored.clientId ?? '',
        secret: '',
        idTokenSigningAlgorithm: stored.idTokenSigningAlgorithm ?? 'RS256',
      }}
      words={{
        enabled: t('provider.enabled'),
        discoverUrl: t('provider.discoverUrl'),
        clientId: t('provider.clientId'),
        secret: t('provider.secret'),
        idTokenSigningAlgorithm: t('provider.algorithm'),
      }}
      save={save}
    >
      {(draft, edit) => (
        <>
          {stored.locked && <p className={classes.locked}>{t('locked')}</p>}
          <ToRegister facts={[[t('provider.callback'), stored.callbackUrl]]} />
          <TextField
            label={t('provider.discoverUrl')}
            hint={t('provider.discoverHint')}
            value={draft.discoverUrl}
            onChange={(discoverUrl) => edit({ discoverUrl })}
          />
          <TextField
            label={t('provider.clientId')}
            value={draft.clientId}
            onChange={(clientId) => edit({ clientId })}
          />
          <SecretField
            label={t('provider.secret')}
            hint={t(stored.hasSecret ? 'provider.secretKept' : 'provider.secretNew')}
            value={draft.secret}
            onChange={(secret) => edit({ secret })}
          />
          <Select
            label={t('provider.algorithm')}
            data={['RS256', 'RS384', 'RS512']}
            value={draft.idTokenSigningAlgorithm}
            allowDeselect={false}
            onChange={(value) => value && edit({ idTokenSigningAlgorithm: value as 'RS256' })}
          />
          <Checkbox
            label={t('provider.enabled')}
            checked={draft.enabled}
            onChange={(event) => edit({ enabled: event.currentTarget.checked })}
          />
        </>
      )}
    </Card>
  )
}

function More({ stored, save }: Part) {
  return (
    <Card
      title={t('more.title')}
      name={t('oidc')}
      stored={stored}
      start={{
        extraScopes: stored.extraScopes ?? '',
        acrValues: stored.acrValues ?? '',
        enableSingleSignOut: stored.enableSingleSignOut ?? false,
      }}
      words={{
        extraScopes: t('more.scopes'),
        acrValues: t('more.acr'),
        enableSingleSignOut: t('more.signOut'),
      }}
      save={save}
    >
      {(draft, edit) => (
        <>
          <TextField
            label={t('more.scopes')}
            hint={t('more.scopesHint')}
            value={draft.extraScopes}
            onChange={(extraScopes) => edit({ extraScopes })}
          />
          <TextField
            label={t('more.acr')}
            hint={t('more.acrHint')}
            value={draft.acrValues}
            onChange={(acrValues) => edit({ acrValues })}
          />
          <Checkbox
            label={t('more.signOut')}
            checked={draft.enableSingleSignOut}
            onChange={(event) => edit({ enableSingleSignOut: event.currentTarget.checked })}
          />
        </>
      )}
    </Card>
  )
}
