import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NewButton } from '../../../ui/NewButton.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { ProfilePage } from '../profile/index.ts'
import { t } from './messages.ts'
import { NewPersonalToken } from './NewPersonalToken.tsx'
import { patColumns } from './PatColumns.tsx'
import { personalTokens, useDeletePersonalToken } from './queries.ts'

/** The user's personal tokens. */
export function PersonalTokenList() {
  usePage([{ label: t('own.profile'), to: '/profile' }, { label: t('own.title') }])
  const search = useSearch({ from: '/profile/personal-api-tokens' })
  const navigate = useNavigate()
  const open = (on: boolean) =>
    void navigate({ to: '/profile/personal-api-tokens', search: on ? { new: true } : {}, replace: !on })
  const create = () => open(true)
  useCommand('own-token.new', t('own.new'), create, <IconKey size={16} stroke={1.5} />)
  const { data, error, refetch } = useQuery(personalTokens)
  const columns = patColumns(useDeletePersonalToken())
  return (
    <ProfilePage current="/profile/personal-api-tokens">
      <ListPage
        title={t('own.title')}
        facts={data && t('own.count', { count: data.length })}
        actions={<NewButton label={t('own.new')} onClick={create} />}
      >
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading rows={3} />}
        {data?.length === 0 && (
          <State
            icon={<IconKey size={20} stroke={1.5} />}
            title={t('own.empty')}
            text={t('own.text')}
            action={<Button onClick={create}>{t('own.new')}</Button>}
          />
        )}
        {data && data.length > 0 && (
          <Rows rows={data} columns={columns} keyOf={({ id }) => id} label={t('own.title')} />
        )}
      </ListPage>
      <NewPersonalToken opened={search.new === true} onClose={() => open(false)} />
    </ProfilePage>
  )
}
