import type { SamlSettings, SamlSettingsResponse } from '@flagstaff/contract/sso'
import { Checkbox, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { Card, type Save } from './Card.tsx'
import { TextField, ToRegister } from './fields.tsx'
import { Groups } from './Groups.tsx'
import { t } from './messages.ts'
import { Accounts } from './Provisioning.tsx'
import { samlSettings, useSaveSaml } from './queries.ts'
import classes from './sso.module.css'
import { TryIt } from './TryIt.tsx'

export function Saml() {
  usePage([{ label: t('admin'), to: '/admin' }, { label: t('saml') }])
  const { tried } = useSearch({ from: '/admin/auth/saml' })
  const { data, error, refetch } = useQuery(samlSettings)
  return (
    <AdminPage current="/admin/auth/saml">
      <ListPage title={t('saml')}>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading rows={6} />}
        {data && <Cards stored={data} tried={tried} />}
      </ListPage>
    </AdminPage>
  )
}

type Part = { stored: SamlSettingsResponse; save: Save<SamlSettings> }

function Cards({ stored, tried }: { stored: SamlSettingsResponse; tried: string | undefined }) {
  const { mutateAsync: save } = useSaveSaml()
  const part = { name: t('saml'), stored, save }
  return (
    <>
      {tried && <TryIt provider="saml" tried={tried} />}
      <Provider {...part} />
      <Accounts {...part} />
      <Groups {...part} hint={t('groups.samlHint')} />
      {!tried && <TryIt provider="saml" tried={undefined} />}
    </>
  )
}

function Provider({ stored, save }: Part) {
  const words = {
    enabled: t('provider.enabled'),
    entityId: t('provider.entityId'),
    signOnUrl: t('provider.signOnUrl'),
    signOutUrl: t('provider.signOutUrl'),
    certificate: t('provider.certificate'),
    spCertificate: t('provider.ownKey'),
  }
  return (
    <Card
      title={t('provider.title')}
      text={t('provider.samlText')}
      name={t('saml')}
      stored={stored}
      start={{
        enabled: stored.enabled ?? false,
        entityId: stored.entityId ?? '',
        signOnUrl: stored.signOnUrl ?? '',
        signOutUrl: stored.signOutUrl ?? '',
        certificate: stored.certificate ?? '',
        spCertificate: '',
      }}
      words={words}
      save={save}
    >
      {(draft, edit) => (
        <>
          {stored.locked && <p className={classes.locked}>{t('locked')}</p>}
          <ToRegister
            facts={[
              [t('provider.callback'), stored.callbackUrl],
              [t('provider.entityOwn'), stored.metadataUrl.replace(/\/auth\/saml\/metadata$/, '')],
              [t('provider.metadata'), stored.metadataUrl],
            ]}
          />
          <TextField
            label={words.entityId}
            value={draft.entityId}
            onChange={(entityId) => edit({ entityId })}
          />
          <TextField
            label={words.signOnUrl}
            value={draft.signOnUrl}
            onChange={(signOnUrl) => edit({ signOnUrl })}
          />
          <TextField
            label={words.signOutUrl}
            hint={t('provider.signOutHint')}
            value={draft.signOutUrl}
            onChange={(signOutUrl) => edit({ signOutUrl })}
          />
          <PemField
            label={words.certificate}
            hint={t('provider.certificateHint')}
            value={draft.certificate}
            onChange={(certificate) => edit({ certificate })}
          />
          <PemField
            label={words.spCertificate}
            hint={t(stored.hasPrivateKey ? 'provider.ownKeyKept' : 'provider.ownKeyHint')}
            value={draft.spCertificate}
            onChange={(spCertificate) => edit({ spCertificate })}
          />
          <Checkbox
            label={words.enabled}
            checked={draft.enabled}
            onChange={(event) => edit({ enabled: event.currentTarget.checked })}
          />
        </>
      )}
    </Card>
  )
}

type PemFieldProps = { label: string; hint: string; value: string; onChange(value: string): void }

const PemField = ({ label, hint, value, onChange }: PemFieldProps) => (
  <Textarea
    label={label}
    description={hint}
    rows={5}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    classNames={{ input: 'mono' }}
    autoComplete="off"
    spellCheck={false}
  />
)
