import type { ApiToken } from '@flagstaff/contract/tokens'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconKey, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAge, formatDay, formatMoment } from '../../../../lib/format.ts'
import { environmentList, useCan } from '../../../../lib/session.ts'
import { useAsk } from '../../../../ui/Ask.tsx'
import { Environment } from '../../../../ui/Environment.tsx'
import { type Column, ListPage, Rows } from '../../../../ui/List.tsx'
import { Loading } from '../../../../ui/Loading.tsx'
import { MenuAction } from '../../../../ui/MenuAction.tsx'
import { Refused } from '../../../../ui/Refused.tsx'
import { ErrorState, State } from '../../../../ui/State.tsx'
import { RotateToken } from '../../../people/tokens/index.ts'
import { t } from '../messages.ts'
import { projectTokens, useDeleteToken } from '../queries.ts'
import { NewToken } from './NewToken.tsx'
import type { PlaceProps } from './place.ts'

export function Tokens({ id, project }: PlaceProps) {
  const { data, error, refetch } = useQuery(projectTokens(id))
  const { data: environments } = useSuspenseQuery(environmentList)
  const refusal = useCan('CREATE_PROJECT_API_TOKEN', { project: id })
  const [making, setMaking] = useState(false)
  const make = () => setMaking(true)
  const columns: Column<ApiToken>[] = [
    { key: 'name', label: t('tokens.name'), cell: ({ tokenName }) => <b>{tokenName}</b> },
    {
      key: 'type',
      label: t('tokens.type'),
      width: 110,
      wide: true,
      cell: ({ type }) => (
        <span className="dim">{t(type === 'frontend' ? 'tokens.frontend' : 'tokens.backend')}</span>
      ),
    },
    {
      key: 'environment',
      label: t('tokens.environment'),
      width: 148,
      cell: ({ environment = '*' }) => (
        <Environment
          name={environment}
          type={environments.find(({ name }) => name === environment)?.type ?? ''}
        />
      ),
    },
    {
      key: 'created',
      label: t('tokens.created'),
      width: 120,
      wide: true,
      cell: ({ createdAt }) => <span className="dim">{formatDay(createdAt)}</span>,
    },
    {
      key: 'seen',
      label: t('tokens.seen'),
      width: 110,
      wide: true,
      align: 'right',
      cell: ({ seenAt }) =>
        seenAt ? (
          <time dateTime={seenAt} title={formatMoment(seenAt)}>
            {formatAge(seenAt)}
          </time>
        ) : (
          <span className="faint">{t('tokens.never')}</span>
        ),
    },
    {
      key: 'actions',
      label: '',
      width: 64,
      align: 'right',
      cell: (token) => <TokenMenu owner={id} token={token} />,
    },
  ]
  const button = (
    <Refused why={refusal}>
      <Button
        leftSection={<IconPlus size={14} stroke={2} />}
        aria-disabled={refusal ? true : undefined}
        onClick={refusal ? undefined : make}
      >
        {t('tokens.new')}
      </Button>
    </Refused>
  )
  return (
    <>
      <ListPage
        title={t('settings.tokens')}
        facts={data && t('tokens.count', { count: data.length })}
        actions={button}
      >
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading rows={4} />}
        {data?.length === 0 && (
          <State
            icon={<IconKey size={20} stroke={1.5} />}
            title={t('tokens.empty')}
            text={t('tokens.emptyText')}
          />
        )}
        {data && data.length > 0 && (
          <Rows
            rows={data}
            columns={columns}
            keyOf={({ id: key, tokenName }) => key ?? tokenName}
            label={t('settings.tokens')}
          />
        )}
      </ListPage>
      <NewToken
        opened={making}
        project={id}
        environments={(project.environments ?? []).map(({ environment }) => environment)}
        onClose={() => setMaking(false)}
      />
    </>
  )
}

function TokenMenu({ owner, token }: { owner: string; token: ApiToken }) {
  const remove = useDeleteToken()
  const ask = useAsk()
  const why = useCan('DELETE_PROJECT_API_TOKEN', { project: owner })
  const mayRotate = useCan('CREATE_PROJECT_API_TOKEN', { project: owner })
  const [rotating, setRotating] = useState(false)
  const name = token.tokenName
  const go = () =>
    ask({
      title: t('tokens.deleteTitle', { name }),
      text: (
        <>
          <p>{t('tokens.deleteText')}</p>
          {token.seenAt && <p>{t('tokens.deleteSeen', { age: formatAge(token.seenAt) })}</p>}
        </>
      ),
      label: t('tokens.delete'),
      danger: true,
      run: () => remove.mutateAsync({ ...token, owner }),
    })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('tokens.actions', { name })}>
            <IconDots size={16} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuAction
            icon={<IconRefresh size={14} stroke={1.75} />}
            why={mayRotate}
            onClick={() => setRotating(true)}
          >
            {t('tokens.rotate')}
          </MenuAction>
          <MenuAction icon={<IconTrash size={14} stroke={1.75} />} why={why} danger onClick={go}>
            {t('tokens.delete')}
          </MenuAction>
        </Menu.Dropdown>
      </Menu>
      <RotateToken token={token} project={owner} opened={rotating} onClose={() => setRotating(false)} />
    </>
  )
}
