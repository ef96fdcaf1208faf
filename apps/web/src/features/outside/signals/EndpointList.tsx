import type { SignalEndpoint } from '@flagstaff/contract/signals'
import { Menu, Switch } from '@mantine/core'
import { IconBroadcast, IconKey, IconListDetails, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { useLimits } from '../../../lib/limits.ts'
import { useCan } from '../../../lib/session.ts'
import { ActionsMenu } from '../../../ui/ActionsMenu.tsx'
import { AskProvider, useAsk } from '../../../ui/Ask.tsx'
import { type Column, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { NewButton } from '../../../ui/NewButton.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { t } from './messages.ts'
import { NewEndpoint } from './NewEndpoint.tsx'
import { NewToken } from './NewToken.tsx'
import { endpointList, useDeleteEndpoint, useSwitchEndpoint } from './queries.ts'
import { SignalTabs } from './SignalTabs.tsx'
import classes from './signals.module.css'

export function EndpointList() {
  usePage([{ label: t('tabs.integrations'), to: '/integrations' }, { label: t('endpoints.title') }])
  const { data, error, refetch } = useQuery(endpointList)
  const [making, setMaking] = useState(false)
  const most = useLimits().signalEndpoints
  const refusal = useCan('ADMIN')
  const isFull = data !== undefined && data.length >= most
  const button = (
    <NewButton
      label={t('endpoints.new')}
      why={refusal ?? (isFull ? t('endpoints.limit', { count: most }) : undefined)}
      onClick={() => setMaking(true)}
    />
  )
  return (
    <AskProvider>
      <ListPage
        title={t('endpoints.title')}
        purpose={t('endpoints.text')}
        facts={data && t('endpoints.count', { count: data.length })}
        tabs={<SignalTabs />}
        actions={data && data.length > 0 && button}
      >
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data?.length === 0 && (
          <State
            icon={<IconBroadcast size={20} stroke={1.5} />}
            title={t('endpoints.none')}
            text={t('endpoints.noneText')}
            action={button}
          />
        )}
        {data && data.length > 0 && (
          <Rows rows={data} columns={columns} keyOf={({ id }) => id} label={t('endpoints.title')} />
        )}
      </ListPage>
      <NewEndpoint opened={making} onClose={() => setMaking(false)} />
    </AskProvider>
  )
}

const columns: Column<SignalEndpoint>[] = [
  { key: 'on', label: '', width: 64, cell: (endpoint) => <OnOff endpoint={endpoint} /> },
  {
    key: 'name',
    label: t('endpoints.name'),
    cell: ({ id, name, description }) => (
      <span className={classes.name}>
        <Link to="/integrations/signals/$id" params={{ id: String(id) }} className="link">
          <b>{name}</b>
        </Link>
        {description && <span className="faint small">{description}</span>}
      </span>
    ),
  },
  {
    key: 'url',
    label: t('endpoints.url'),
    wide: true,
    cell: ({ url }) => <span className={`mono small dim ${classes.url}`}>{url}</span>,
  },
  {
    key: 'tokens',
    label: t('endpoints.tokens'),
    width: 110,
    wide: true,
    cell: ({ tokens }) => <span className="dim">{t('endpoints.tokenCount', { count: tokens.length })}</span>,
  },
  {
    key: 'actions',
    label: '',
    width: 60,
    align: 'right',
    cell: (endpoint) => <Actions endpoint={endpoint} />,
  },
]

function OnOff({ endpoint }: { endpoint: SignalEndpoint }) {
  const change = useSwitchEndpoint()
  const why = useCan('ADMIN')
  return (
    <Refused why={why}>
      <Switch
        aria-label={t('endpoints.switch', { name: endpoint.name })}
        checked={endpoint.enabled}
        disabled={why !== undefined || change.isPending}
        onChange={(event) => change.mutate({ endpoint, on: event.currentTarget.checked })}
      />
    </Refused>
  )
}

function Actions({ endpoint }: { endpoint: SignalEndpoint }) {
  const remove = useDeleteEndpoint()
  const ask = useAsk()
  const why = useCan('ADMIN')
  const [adding, setAdding] = useState(false)
  const go = () =>
    ask({
      title: t('endpoints.delete'),
      text: t('endpoints.deleteText'),
      label: t('endpoints.delete'),
      danger: true,
      run: () => remove.mutateAsync(endpoint),
    })
  return (
    <>
      <ActionsMenu name={endpoint.name}>
        <Menu.Item
          component={Link}
          to={`/integrations/signals/${endpoint.id}`}
          leftSection={<IconListDetails size={14} stroke={1.75} />}
        >
          {t('endpoints.show')}
        </Menu.Item>
        <MenuAction why={why} icon={<IconKey size={14} stroke={1.75} />} onClick={() => setAdding(true)}>
          {t('endpoints.newToken')}
        </MenuAction>
        <MenuAction danger why={why} icon={<IconTrash size={14} stroke={1.75} />} onClick={go}>
          {t('endpoints.delete')}
        </MenuAction>
      </ActionsMenu>
      <NewToken endpoint={endpoint} opened={adding} onClose={() => setAdding(false)} />
    </>
  )
}
