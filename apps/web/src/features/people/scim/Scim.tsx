import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../lib/crumbs.ts'
import { useCan } from '../../../lib/session.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { Connection } from './Connection.tsx'
import { Danger } from './Danger.tsx'
import { t } from './messages.ts'
import { scimSettings, scimStatus } from './queries.ts'
import { Status } from './Status.tsx'
import { Switching } from './Switching.tsx'

/** SCIM: an identity provider syncs accounts and groups. */
export function Scim() {
  usePage([{ label: t('scim.admin'), to: '/admin' }, { label: t('scim.title') }])
  const refusal = useCan(['ADMIN', 'UPDATE_AUTH_CONFIGURATION'])
  const { data, error, refetch } = useQuery(scimSettings)
  const { data: status } = useQuery({ ...scimStatus, enabled: data !== undefined })
  return (
    <AdminPage current="/admin/auth/scim">
      <ListPage title={t('scim.title')}>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading rows={3} />}
        {data && <Switching enabled={data.enabled} refusal={refusal} />}
        {data?.enabled && status && <Connection status={status} refusal={refusal} />}
        {data?.enabled && status && <Status status={status} />}
        {data && status && <Danger status={status} enabled={data.enabled} />}
      </ListPage>
    </AdminPage>
  )
}
