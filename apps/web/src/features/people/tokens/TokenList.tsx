import type { ApiToken } from '@flagstaff/contract/tokens'
import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { uiConfig, useCan } from '../../../lib/session.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import listClasses from '../../../ui/List.module.css'
import { FilterBox, ListPage, Rows } from '../../../ui/List.tsx'
import { ListTabs } from '../../../ui/ListTabs.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NewButton } from '../../../ui/NewButton.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { t } from './messages.ts'
import { NewToken } from './NewToken.tsx'
import { tokenList } from './queries.ts'
import { useTokenColumns } from './TokenColumns.tsx'
import { inView, type View, views } from './views.ts'

export function TokenList() {
  usePage([{ label: t('tokens.admin'), to: '/admin' }, { label: t('tokens.title') }])
  const search = useSearch({ from: '/admin/api' })
  const { q = '', view = 'all' } = search
  const navigate = useNavigate()
  const go = (change: Partial<typeof search>, replace = true) =>
    void navigate({ to: '/admin/api', search: { ...search, ...change }, replace })
  const refusal = useCan(['ADMIN', 'CREATE_CLIENT_API_TOKEN', 'CREATE_FRONTEND_API_TOKEN'])
  const create = () => {
    if (!refusal) go({ new: true }, false)
  }
  useCommand('token.new', t('tokens.new'), create, <IconKey size={16} stroke={1.5} />)
  const { data, error, refetch } = useQuery(tokenList)
  const { data: config } = useQuery(uiConfig)
  const button = <NewButton label={t('tokens.new')} why={refusal} onClick={create} />
  return (
    <AdminPage current="/admin/api">
      <ListPage
        title={t('tokens.title')}
        facts={
          data &&
          t('tokens.count', { count: data.length, limit: config?.resourceLimits?.apiTokens ?? data.length })
        }
        actions={button}
      >
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data?.length === 0 && (
          <State
            icon={<IconKey size={20} stroke={1.5} />}
            title={t('tokens.empty')}
            text={t('tokens.emptyText')}
            action={!refusal && <Button onClick={create}>{t('tokens.new')}</Button>}
          />
        )}
        {data && data.length > 0 && (
          <ListTabs
            label={t('tokens.views')}
            tabs={views.map((value) => ({
              value,
              label: t(`tokens.${value}`),
              count: inView(data, value).length,
            }))}
            value={view}
            onChange={(next: View) => go({ view: next === 'all' ? undefined : next })}
          >
            <div className={listClasses.filters}>
              <FilterBox
                label={t('tokens.filter')}
                value={q}
                onChange={(text) => go({ q: text || undefined })}
              />
            </div>
            <Table
              tokens={matching(inView(data, view), q)}
              onClear={() => go({ q: undefined, view: undefined })}
            />
          </ListTabs>
        )}
      </ListPage>
      <NewToken opened={search.new === true} onClose={() => go({ new: undefined })} />
    </AdminPage>
  )
}

const matching = (tokens: readonly ApiToken[], q: string) =>
  tokens.filter(({ tokenName, environment, projects }) =>
    `${tokenName} ${environment} ${projects.join(' ')}`.toLowerCase().includes(q.toLowerCase()),
  )

function Table({ tokens, onClear }: { tokens: readonly ApiToken[]; onClear(): void }) {
  const columns = useTokenColumns()
  if (tokens.length > 0)
    return (
      <Rows
        rows={tokens}
        columns={columns}
        keyOf={({ id, tokenName }) => id ?? tokenName}
        label={t('tokens.title')}
      />
    )
  return <NoMatch onClear={onClear} />
}
