import { Button } from '@mantine/core'
import { IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { choicesOf } from '../../../lib/choices.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { useCan } from '../../../lib/session.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { FilterBox, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NewButton } from '../../../ui/NewButton.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { accountColumns } from './AccountColumns.tsx'
import { AccountDialog } from './AccountDialog.tsx'
import { AccountTokens } from './AccountTokens.tsx'
import { t } from './messages.ts'
import { serviceAccounts } from './queries.ts'

export function ServiceAccountList() {
  usePage([{ label: t('service.admin'), to: '/admin' }, { label: t('service.title') }])
  const search = useSearch({ from: '/admin/service-accounts' })
  const { q = '' } = search
  const navigate = useNavigate()
  const go = (change: Partial<typeof search>, replace = true) =>
    void navigate({ to: '/admin/service-accounts', search: { ...search, ...change }, replace })
  const why = useCan('ADMIN')
  const create = () => {
    if (!why) go({ new: true }, false)
  }
  useCommand('service-account.new', t('service.new'), create, <IconRobot size={16} stroke={1.5} />)
  const { data, error, refetch } = useQuery(serviceAccounts)
  const roles = choicesOf({ data: data?.rootRoles })
  const accounts = choicesOf({ data: data?.serviceAccounts })
  const shown = accounts.filter(({ name, username }) =>
    `${name} ${username}`.toLowerCase().includes(q.toLowerCase()),
  )
  const columns = accountColumns({
    roles,
    why,
    onEdit: (edit) => go({ edit }, false),
    onTokens: (tokens) => go({ tokens }, false),
  })
  const find = (wanted: number | undefined) => accounts.find(({ id }) => id === wanted)
  return (
    <AdminPage current="/admin/service-accounts">
      <ListPage
        title={t('service.title')}
        facts={data && t('service.count', { count: accounts.length })}
        actions={<NewButton label={t('service.new')} why={why} onClick={create} />}
        filters={
          accounts.length > 0 && (
            <FilterBox
              label={t('service.filter')}
              value={q}
              onChange={(text) => go({ q: text || undefined })}
            />
          )
        }
      >
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data && accounts.length === 0 && (
          <State
            icon={<IconRobot size={20} stroke={1.5} />}
            title={t('service.empty')}
            text={t('service.text')}
            action={!why && <Button onClick={create}>{t('service.new')}</Button>}
          />
        )}
        {shown.length > 0 && (
          <Rows rows={shown} columns={columns} keyOf={({ id }) => id} label={t('service.title')} />
        )}
        {accounts.length > 0 && shown.length === 0 && <NoMatch onClear={() => go({ q: undefined })} />}
      </ListPage>
      <AccountDialog
        opened={search.new === true || find(search.edit) !== undefined}
        account={find(search.edit)}
        roles={roles}
        onClose={() => go({ new: undefined, edit: undefined })}
      />
      <AccountTokens account={find(search.tokens)} onClose={() => go({ tokens: undefined })} />
    </AdminPage>
  )
}
