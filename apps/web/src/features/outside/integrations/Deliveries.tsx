import type { AddonState, IntegrationEvent } from '@flagstaff/contract/integrations'
import { Button, UnstyledButton } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { formatAge, formatMoment } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { type Column, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState, NotFoundState, State } from '../../../ui/State.tsx'
import { DeliveryDialog, DeliverySentence } from './DeliveryDialog.tsx'
import { Tabs } from './IntegrationForm.tsx'
import { IntegrationState } from './IntegrationState.tsx'
import classes from './integrations.module.css'
import { type MessageKey, t } from './messages.ts'
import { deliveryList, integrationList, integrationStates, nameOf, useSkip } from './queries.ts'
import { ReplayDialog } from './ReplayDialog.tsx'

export function Deliveries() {
  const { id: text } = useParams({ from: '/integrations/edit/$id/deliveries' })
  const id = Number(text)
  const { data: all } = useQuery(integrationList)
  const stored = all?.addons.find((addon) => addon.id === id)
  const { data, error, refetch } = useQuery({ ...deliveryList(id), enabled: stored !== undefined })
  const { data: states } = useQuery(integrationStates)
  const state = states?.find((one) => one.id === id)
  const [opened, setOpened] = useState<IntegrationEvent>()
  usePage([
    { label: t('list.title'), to: '/integrations' },
    { label: stored ? nameOf(stored) : text, to: `/integrations/edit/${text}` },
    { label: t('form.deliveries') },
  ])
  if (all && !stored) return <NotFoundState />
  return (
    <ListPage
      title={stored ? nameOf(stored) : ''}
      actions={stored && <Tools id={id} state={state} />}
      tabs={<Tabs id={id} />}
    >
      {state && <Facts state={state} />}
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && (
        <State
          icon={<IconMailOff size={20} stroke={1.5} />}
          title={t('log.empty')}
          text={t('log.emptyText')}
        />
      )}
      {data && data.length > 0 && (
        <Rows rows={data} columns={columns(setOpened)} keyOf={(one) => one.id} label={t('form.deliveries')} />
      )}
      <DeliveryDialog id={id} delivery={opened} onClose={() => setOpened(undefined)} />
    </ListPage>
  )
}

function Facts({ state }: { state: AddonState }) {
  return (
    <div className={`${classes.facts} dim small`}>
      <IntegrationState state={state} />
      {state.retryAt && <span>{t('state.next', { at: formatAge(state.retryAt) })}</span>}
      {state.lastError && <span>{state.lastError}</span>}
      {state.state === 'failing' && <span>{t('state.order')}</span>}
    </div>
  )
}

const labelOf = ({ state, details }: IntegrationEvent): MessageKey => {
  if (details.setAside) return 'log.setAside'
  if (state === 'successWithErrors') return 'log.partly'
  return state === 'success' ? 'log.success' : 'log.failed'
}

const columns = (open: (delivery: IntegrationEvent) => void): Column<IntegrationEvent>[] => [
  {
    key: 'event',
    label: t('log.event'),
    cell: (delivery) => (
      <UnstyledButton className={classes.row} onClick={() => open(delivery)}>
        <span className="hidden">{t('log.open', { id: delivery.id })} </span>
        <DeliverySentence delivery={delivery} />
        {(delivery.details.events ?? 1) > 1 && (
          <span className="faint small"> {t('log.more', { count: (delivery.details.events ?? 1) - 1 })}</span>
        )}
        {delivery.details.replay && <span className="faint small"> {t('log.again')}</span>}
      </UnstyledButton>
    ),
  },
  {
    key: 'state',
    label: t('log.state'),
    width: 140,
    cell: (delivery) => (
      <span className={classes.state} data-state={delivery.state === 'success' ? 'ok' : 'failing'}>
        {t(labelOf(delivery))}
      </span>
    ),
  },
  {
    key: 'status',
    label: t('log.status'),
    width: 80,
    wide: true,
    align: 'right',
    cell: ({ details }) => <span className="num">{details.status ?? t('list.nothing')}</span>,
  },
  {
    key: 'took',
    label: t('log.took'),
    width: 100,
    wide: true,
    align: 'right',
    cell: ({ details }) => <span className="num">{t('list.ms', { ms: details.ms ?? 0 })}</span>,
  },
  {
    key: 'time',
    label: t('log.time'),
    width: 150,
    wide: true,
    align: 'right',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatMoment(createdAt)}>
        {formatAge(createdAt)}
      </time>
    ),
  },
]

function Tools({ id, state }: { id: number; state: AddonState | undefined }) {
  const [skipping, setSkipping] = useState(false)
  const [replaying, setReplaying] = useState(false)
  const skip = useSkip(id)
  const waiting = state?.waiting ?? 0
  if (useCan('UPDATE_ADDON', {})) return null
  return (
    <div className={classes.tools}>
      {waiting > 0 && (
        <Button variant="default" onClick={() => setSkipping(true)}>
          {t('log.skip')}
        </Button>
      )}
      <Button variant="default" onClick={() => setReplaying(true)}>
        {t('log.replay')}
      </Button>
      <Confirm
        opened={skipping}
        title={t('log.skip')}
        label={t('log.skip')}
        danger
        busy={skip.isPending}
        error={skip.error}
        onConfirm={() => skip.mutate(undefined, { onSuccess: () => setSkipping(false) })}
        onClose={() => setSkipping(false)}
      >
        {t('log.skipText', { count: waiting })}
      </Confirm>
      <ReplayDialog id={id} opened={replaying} onClose={() => setReplaying(false)} />
    </div>
  )
}
