import type { ListeningSet, SignalEndpointSignal } from '@flagstaff/contract/signal-outcomes'
import type { SignalEndpoint, SignalEndpointToken } from '@flagstaff/contract/signals'
import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { IconBroadcast, IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { formatAge, formatMoment } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { AskProvider, useAsk } from '../../../ui/Ask.tsx'
import { CopyButton } from '../../../ui/Copy.tsx'
import { type Column, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { ErrorState, NotFoundState, State } from '../../../ui/State.tsx'
import { t } from './messages.ts'
import { NewToken } from './NewToken.tsx'
import { Outcome } from './Outcome.tsx'
import { PayloadDialog } from './PayloadDialog.tsx'
import { endpointList, signalList, useRevokeToken } from './queries.ts'
import classes from './signals.module.css'

/** One endpoint: its address, its tokens, and what it received. */
export function Endpoint() {
  const { id: text } = useParams({ from: '/integrations/signals/$id' })
  const { data, error, refetch } = useQuery(endpointList)
  const endpoint = data?.find(({ id }) => String(id) === text)
  usePage([
    { label: t('tabs.integrations'), to: '/integrations' },
    { label: t('endpoints.title'), to: '/integrations/signals' },
    { label: endpoint?.name ?? text },
  ])
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  if (!endpoint) return <NotFoundState />
  return (
    <AskProvider>
      <ListPage
        title={endpoint.name}
        purpose={<span className={`mono ${classes.url}`}>{endpoint.url}</span>}
        actions={<CopyButton text={endpoint.url} />}
      >
        <Tokens endpoint={endpoint} />
        <h2 className={classes.section}>{t('signals.list')}</h2>
        <Signals id={endpoint.id} />
      </ListPage>
    </AskProvider>
  )
}

function Tokens({ endpoint }: { endpoint: SignalEndpoint }) {
  const [adding, setAdding] = useState(false)
  const why = useCan('ADMIN')
  return (
    <>
      <h2 className={classes.section}>{t('token.list')}</h2>
      {endpoint.tokens.length === 0 && <p className={classes.note}>{t('token.none')}</p>}
      <div className={classes.tokens}>
        {endpoint.tokens.map((token) => (
          <Token key={token.id} token={token} why={why} />
        ))}
        <Refused why={why}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} stroke={2} />}
            aria-disabled={why ? true : undefined}
            onClick={why ? undefined : () => setAdding(true)}
          >
            {t('endpoints.newToken')}
          </Button>
        </Refused>
      </div>
      <NewToken endpoint={endpoint} opened={adding} onClose={() => setAdding(false)} />
    </>
  )
}

function Token({ token, why }: { token: SignalEndpointToken; why: string | undefined }) {
  const revoke = useRevokeToken()
  const ask = useAsk()
  const go = () =>
    ask({
      title: t('token.actions', { name: token.name }),
      text: t('token.revokeText'),
      label: t('token.revoke'),
      danger: true,
      run: () => revoke.mutateAsync(token),
    })
  return (
    <span className={classes.token}>
      <b>{token.name}</b>
      <span className="faint small">{t('token.age', { age: formatAge(token.createdAt) })}</span>
      {!why && (
        <ActionIcon aria-label={t('token.actions', { name: token.name })} onClick={go}>
          <IconX size={14} stroke={1.75} />
        </ActionIcon>
      )}
    </span>
  )
}

function Signals({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(signalList(id))
  const [opened, setOpened] = useState<SignalEndpointSignal>()
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const { signalEndpointSignals: signals, actionSets: sets } = data
  if (signals.length === 0)
    return (
      <State
        icon={<IconBroadcast size={20} stroke={1.5} />}
        title={t('signals.none')}
        text={t('signals.noneText')}
      />
    )
  return (
    <>
      <Rows
        rows={signals}
        columns={columns(sets, setOpened)}
        keyOf={(one) => one.id}
        label={t('signals.list')}
      />
      <PayloadDialog signal={opened} sets={sets} onClose={() => setOpened(undefined)} />
    </>
  )
}

const MOST_SHOWN = 160
const MOST_EXPLAINED = 2

const columns = (
  sets: readonly ListeningSet[],
  open: (signal: SignalEndpointSignal) => void,
): Column<SignalEndpointSignal>[] => [
  {
    key: 'payload',
    label: t('signals.payload'),
    cell: (signal) => (
      <>
        <UnstyledButton className={classes.row} onClick={() => open(signal)}>
          <span className="hidden">{t('signals.open', { id: signal.id })} </span>
          <span className="mono small">{JSON.stringify(signal.payload).slice(0, MOST_SHOWN)}</span>
        </UnstyledButton>
        <Outcome outcome={signal.outcome} sets={sets} most={MOST_EXPLAINED} />
      </>
    ),
  },
  {
    key: 'token',
    label: t('signals.token'),
    width: 140,
    wide: true,
    cell: ({ tokenName }) => <span className="dim">{tokenName ?? t('signals.gone')}</span>,
  },
  {
    key: 'time',
    label: t('signals.time'),
    width: 120,
    align: 'right',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatMoment(createdAt)}>
        {formatAge(createdAt)}
      </time>
    ),
  },
]
