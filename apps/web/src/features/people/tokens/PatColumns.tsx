import type { Pat } from '@flagstaff/contract/tokens'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { useChange } from '../../../lib/change.ts'
import { formatAge, formatDay, formatMoment } from '../../../lib/format.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import type { Column } from '../../../ui/List.tsx'
import { t } from './messages.ts'
import classes from './tokens.module.css'

/** Columns for tokens that act as a user or a service account. */
export const patColumns = (remove: ReturnType<typeof useChange<Pat>>): Column<Pat>[] => [
  {
    key: 'description',
    label: t('own.description'),
    cell: ({ description, proposeOnly }) => (
      <>
        <b>{description}</b>
        {proposeOnly && <div className="dim">{t('own.proposes')}</div>}
      </>
    ),
  },
  {
    key: 'created',
    label: t('tokens.created'),
    width: 120,
    wide: true,
    cell: ({ createdAt }) => <span className="dim num">{formatDay(createdAt)}</span>,
  },
  {
    key: 'seen',
    label: t('tokens.seen'),
    width: 120,
    wide: true,
    cell: ({ seenAt }) =>
      seenAt ? (
        <time dateTime={seenAt} title={formatMoment(seenAt)} className="num">
          {formatAge(seenAt)}
        </time>
      ) : (
        <span className="faint">{t('tokens.never')}</span>
      ),
  },
  { key: 'expires', label: t('tokens.expires'), width: 144, cell: (token) => <PatExpiry token={token} /> },
  {
    key: 'actions',
    label: '',
    width: 60,
    align: 'right',
    cell: (token) => <Delete token={token} remove={remove} />,
  },
]

function PatExpiry({ token }: { token: Pat }) {
  const { expiresAt, expiryWarning } = token
  if (expiryWarning === 'expired') return <span className={classes.warn}>{t('own.expired')}</span>
  const day = formatDay(expiresAt)
  if (expiryWarning) return <span className={classes.warn}>{t('own.soon', { day })}</span>
  return <span className="dim num">{day}</span>
}

function Delete({ token, remove }: { token: Pat; remove: ReturnType<typeof useChange<Pat>> }) {
  const [asking, setAsking] = useState(false)
  const { description: name, seenAt } = token
  const close = () => setAsking(false)
  return (
    <>
      <Tooltip label={t('tokens.delete')}>
        <ActionIcon aria-label={t('own.deleteTitle', { name })} onClick={() => setAsking(true)}>
          <IconTrash size={16} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
      <Confirm
        opened={asking}
        danger
        title={t('own.deleteTitle', { name })}
        label={t('tokens.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(token, { onSettled: close })}
        onClose={close}
      >
        <p>{seenAt ? t('own.deleteSeen', { age: formatAge(seenAt) }) : t('tokens.deleteUnseen')}</p>
        <p>{t('tokens.deleteFinal')}</p>
      </Confirm>
    </>
  )
}
