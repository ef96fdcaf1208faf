import { Button } from '@mantine/core'
import { IconPlus, IconUsers, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '../../../../lib/format.ts'
import { type Refusal, useCan } from '../../../../lib/session.ts'
import { type Column, FilterBox, ListPage, Rows } from '../../../../ui/List.tsx'
import { Loading } from '../../../../ui/Loading.tsx'
import { NoMatch } from '../../../../ui/NoMatch.tsx'
import { Person } from '../../../../ui/Person.tsx'
import { Refused } from '../../../../ui/Refused.tsx'
import { ErrorState, State } from '../../../../ui/State.tsx'
import { t } from '../messages.ts'
import { projectAccess } from '../queries.ts'
import classes from './Access.module.css'
import { AccessMenu } from './AccessMenu.tsx'
import { AccessRoles } from './AccessRoles.tsx'
import { GiveAccess } from './GiveAccess.tsx'
import { type Holder, holdersOf } from './holders.ts'
import type { PlaceProps } from './place.ts'

export function Access({ id }: PlaceProps) {
  const { data, error, refetch } = useQuery(projectAccess(id))
  const refusal = useCan(['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_WRITE'], { project: id })
  const [filter, setFilter] = useState('')
  const [giving, setGiving] = useState(false)
  const give = () => setGiving(true)
  const holders = data && holdersOf(data)
  const shown = holders?.filter(({ name, detail = '' }) =>
    `${name} ${detail}`.toLowerCase().includes(filter.toLowerCase()),
  )
  return (
    <>
      <ListPage
        title={t('settings.access')}
        facts={
          data && (
            <>
              <span>{t('access.people', { count: data.users.length })}</span>
              <span>{t('access.groups', { count: data.groups.length })}</span>
            </>
          )
        }
        actions={
          <Refused why={refusal}>
            <Button
              leftSection={<IconPlus size={14} stroke={2} />}
              aria-disabled={refusal ? true : undefined}
              onClick={refusal ? undefined : give}
            >
              {t('access.give')}
            </Button>
          </Refused>
        }
        filters={<FilterBox label={t('access.filter')} value={filter} onChange={setFilter} />}
      >
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading rows={4} />}
        {holders?.length === 0 && (
          <State
            icon={<IconUsers size={20} stroke={1.5} />}
            title={t('access.empty')}
            text={t('access.emptyText')}
            action={!refusal && <Button onClick={give}>{t('access.give')}</Button>}
          />
        )}
        {holders && holders.length > 0 && shown?.length === 0 && <NoMatch onClear={() => setFilter('')} />}
        {data && shown && shown.length > 0 && (
          <Rows
            rows={shown}
            columns={columns(id, data.roles, refusal)}
            keyOf={(holder) => `${holder.kind} ${holder.id}`}
            label={t('settings.access')}
          />
        )}
      </ListPage>
      {data && holders && (
        <GiveAccess
          opened={giving}
          project={id}
          holders={holders}
          roles={data.roles}
          onClose={() => setGiving(false)}
        />
      )}
    </>
  )
}

const columns = (
  project: string,
  roles: readonly { id: number; name: string }[],
  why: Refusal,
): Column<Holder>[] => [
  {
    key: 'who',
    label: t('access.who'),
    cell: ({ kind, name, detail }) => (
      <span className={classes.who}>
        {kind === 'user' ? <Person name={name} size={24} bare /> : <GroupMark />}
        <span className={classes.words}>
          <b>{name}</b>
          {detail && <span className="faint small">{detail}</span>}
        </span>
      </span>
    ),
  },
  {
    key: 'role',
    label: t('access.role'),
    width: 148,
    cell: (holder) => <AccessRoles project={project} holder={holder} roles={roles} why={why} />,
  },
  {
    key: 'since',
    label: t('access.since'),
    width: 130,
    wide: true,
    cell: ({ addedAt }) => <span className="dim">{addedAt && formatDay(addedAt)}</span>,
  },
  {
    key: 'actions',
    label: '',
    width: 64,
    align: 'right',
    cell: (holder) => <AccessMenu project={project} holder={holder} why={why} />,
  },
]

const GroupMark = () => (
  <span className={classes.mark} aria-hidden="true">
    <IconUsersGroup size={16} stroke={1.5} />
  </span>
)
