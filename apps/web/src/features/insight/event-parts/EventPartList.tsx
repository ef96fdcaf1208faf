import type { EventPart, EventParts } from '@flagstaff/contract/event-parts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { formatDay, formatNumber } from '../../../lib/format.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { Bar } from '../../../ui/Bar.tsx'
import { CopyIcon } from '../../../ui/Copy.tsx'
import { type Column, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import classes from './event-parts.module.css'
import { t } from './messages.ts'
import { PartBar } from './PartBar.tsx'
import { eventParts, fileOf } from './queries.ts'
import { RemovePart } from './RemovePart.tsx'
import { formatBytes } from './sizes.ts'

/** The parts that the event log is stored in: how large they are, their export, and their removal. */
export function EventPartList() {
  usePage([{ label: t('admin'), to: '/admin' }, { label: t('title') }])
  const { data, error, refetch } = useQuery(eventParts)
  const [removing, setRemoving] = useState<EventPart>()
  return (
    <AdminPage current="/admin/event-log">
      <ListPage title={t('title')} purpose={t('purpose')} facts={data && sizeOf(data.parts)}>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading rows={3} />}
        {data && <PartBar {...data} />}
        {data && (
          <Rows
            rows={data.parts}
            columns={columns(setRemoving)}
            keyOf={({ last }) => last}
            label={t('title')}
          />
        )}
        {data && data.removed.length > 0 && (
          <section className={classes.removed}>
            <h2>{t('removed')}</h2>
            <Rows
              rows={data.removed}
              columns={removedColumns}
              keyOf={({ last }) => last}
              label={t('removed')}
            />
          </section>
        )}
        {removing && <RemovePart part={removing} onClose={() => setRemoving(undefined)} />}
      </ListPage>
    </AdminPage>
  )
}

const sum = (parts: readonly EventPart[], key: 'events' | 'bytes') =>
  parts.reduce((total, part) => total + part[key], 0)

const sizeOf = (parts: readonly EventPart[]) =>
  t('size', { events: formatNumber(sum(parts, 'events')), bytes: formatBytes(sum(parts, 'bytes')) })

type Span = { first: number; last: number }
const spanOf = ({ first, last }: Span) => ({ first: formatNumber(first), last: formatNumber(last) })
const eventsOf = ({ first, events }: EventPart) => ({ first, last: first + events - 1 })
const period = ({ from, to }: EventPart) => (from && to ? `${formatDay(from)} – ${formatDay(to)}` : '')

const columns = (onRemove: (part: EventPart) => void): Column<EventPart>[] => [
  {
    key: 'events',
    label: t('events'),
    cell: (part) => (
      <>
        <b className="num">{t('span', spanOf(eventsOf(part)))}</b>
        <div className={classes.narrow}>
          {formatBytes(part.bytes)}, {period(part)}
        </div>
        <StateOf part={part} />
      </>
    ),
  },
  { key: 'period', label: t('period'), width: 220, wide: true, cell: period },
  {
    key: 'bytes',
    label: t('stored'),
    width: 90,
    align: 'right',
    wide: true,
    cell: ({ bytes }) => formatBytes(bytes),
  },
  {
    key: 'actions',
    label: t('actions'),
    width: 200,
    align: 'right',
    cell: (part) => <Actions part={part} onRemove={onRemove} />,
  },
]

function StateOf({ part: { state, checked, events, blocker, failure } }: { part: EventPart }) {
  const numbers = { checked: formatNumber(checked), events: formatNumber(events) }
  return (
    <div className={classes.state}>
      <span>{t(`state.${state}`, numbers)}</span>
      {state === 'checking' && <Bar value={(100 * checked) / events} />}
      {failure && (
        <span className={classes.failure} role="alert">
          {failure}
        </span>
      )}
      {state === 'full' && <span>{blocker ?? t('removable')}</span>}
    </div>
  )
}

function Actions({ part, onRemove }: { part: EventPart; onRemove: (part: EventPart) => void }) {
  const span = spanOf(eventsOf(part))
  return (
    <div className={classes.actions}>
      <Button
        component="a"
        href={fileOf(part.last)}
        download
        variant="default"
        aria-label={t('exportPart', span)}
      >
        {t('export')}
      </Button>
      {part.state === 'full' && (
        <Refused why={part.blocker ?? undefined}>
          <Button
            variant="default"
            aria-label={t('removePart', span)}
            aria-disabled={part.blocker === null ? undefined : true}
            onClick={() => part.blocker === null && onRemove(part)}
          >
            {t('remove')}
          </Button>
        </Refused>
      )}
    </div>
  )
}

const removedColumns: Column<EventParts['removed'][number]>[] = [
  { key: 'events', label: t('events'), cell: (part) => <b className="num">{t('span', spanOf(part))}</b> },
  {
    key: 'at',
    label: t('removed.at'),
    width: 130,
    cell: ({ removedAt }) => (removedAt ? formatDay(removedAt) : t('removed.none')),
  },
  {
    key: 'sha',
    label: t('removed.sha'),
    width: 240,
    wide: true,
    cell: ({ sha256 }) => (
      <span className={classes.sha}>
        <code>{sha256.slice(0, 16)}…</code>
        <CopyIcon text={sha256} what={t('removed.sha')} />
      </span>
    ),
  },
]
