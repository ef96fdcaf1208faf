import type { Pat } from '@flagstaff/contract/tokens'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconKey, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useCommand } from '../../lib/commands.ts'
import { usePage } from '../../lib/crumbs.ts'
import { formatAge, formatDay, formatMoment } from '../../lib/format.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { type Column, ListPage, Rows } from '../../ui/List.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { NewButton } from '../../ui/NewButton.tsx'
import { ErrorState, State } from '../../ui/State.tsx'
import { ProfilePage } from '../profile/index.ts'
import { t } from './messages.ts'
import { NewPersonalToken } from './NewPersonalToken.tsx'
import { personalTokens, useDeletePersonalToken } from './queries.ts'
import classes from './tokens.module.css'

/** The tokens that act as oneself. */
export function PersonalTokenList() {
  usePage([{ label: t('own.profile'), to: '/profile' }, { label: t('own.title') }])
  const search = useSearch({ from: '/profile/personal-api-tokens' })
  const navigate = useNavigate()
  const open = (on: boolean) =>
    void navigate({ to: '/profile/personal-api-tokens', search: on ? { new: true } : {}, replace: !on })
  const create = () => open(true)
  useCommand('own-token.new', t('own.new'), create, <IconKey size={16} stroke={1.5} />)
  const { data, error, refetch } = useQuery(personalTokens)
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
          <Rows rows={data} columns={columns()} keyOf={({ id }) => id} label={t('own.title')} />
        )}
      </ListPage>
      <NewPersonalToken opened={search.new === true} onClose={() => open(false)} />
    </ProfilePage>
  )
}

const columns = (): Column<Pat>[] => [
  { key: 'description', label: t('own.description'), cell: ({ description }) => <b>{description}</b> },
  {
    key: 'created',
    label: t('tokens.created'),
    width: 120,
    wide: true,
    cell: ({ createdAt }) => <span className="t2 num">{formatDay(createdAt)}</span>,
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
        <span className="t3">{t('tokens.never')}</span>
      ),
  },
  { key: 'expires', label: t('tokens.expires'), width: 144, cell: (token) => <Expires token={token} /> },
  { key: 'actions', label: '', width: 60, align: 'right', cell: (token) => <Delete token={token} /> },
]

function Expires({ token }: { token: Pat }) {
  const { expiresAt, expiryWarning } = token
  if (expiryWarning === 'expired') return <span className={classes.warn}>{t('own.expired')}</span>
  const day = formatDay(expiresAt)
  if (expiryWarning) return <span className={classes.warn}>{t('own.soon', { day })}</span>
  return <span className="t2 num">{day}</span>
}

function Delete({ token }: { token: Pat }) {
  const remove = useDeletePersonalToken()
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
