import type { UserWithProjectRole } from '@flagstaff/contract/access'
import { ActionIcon, Button, Menu, Skeleton, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconDots, IconPlus, IconUserMinus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { t as shared } from '../../../messages/en.ts'
import { useAsk } from '../../../ui/Ask.tsx'
import { type Column, FilterBox, ListPage, Rows } from '../../../ui/List.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { nameOf, Person } from '../../../ui/Person.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { t } from '../messages.ts'
import { projectAccess, useSetRoles, useTakeAccess } from '../queries.ts'
import classes from './Access.module.css'
import { GiveAccess } from './GiveAccess.tsx'
import type { PlaceProps } from './place.ts'

type Role = { id: number; name: string }

export function Access({ id }: PlaceProps) {
  const { data, error, refetch } = useQuery(projectAccess(id))
  const refusal = useCan(['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_WRITE'], { project: id })
  const [filter, setFilter] = useState('')
  const [giving, setGiving] = useState(false)
  const give = () => setGiving(true)
  const shown = data?.users.filter((user) =>
    `${nameOf(user)} ${user.email ?? ''}`.toLowerCase().includes(filter.toLowerCase()),
  )
  const columns: Column<UserWithProjectRole>[] = [
    {
      key: 'who',
      label: t('access.who'),
      cell: (user) => (
        <span className={classes.who}>
          <Person name={nameOf(user)} size={24} bare />
          <span className={classes.words}>
            <b>{nameOf(user)}</b>
            {user.email && user.email !== nameOf(user) && <span className="t3 small">{user.email}</span>}
          </span>
        </span>
      ),
    },
    {
      key: 'role',
      label: t('access.role'),
      width: 148,
      cell: (user) => <Roles project={id} user={user} roles={data?.roles ?? []} why={refusal} />,
    },
    {
      key: 'since',
      label: t('access.since'),
      width: 130,
      wide: true,
      cell: ({ addedAt }) => <span className="t2">{addedAt && formatDay(addedAt)}</span>,
    },
    {
      key: 'actions',
      label: '',
      width: 64,
      align: 'right',
      cell: (user) => <MemberMenu project={id} user={user} why={refusal} />,
    },
  ]
  return (
    <>
      <ListPage
        title={t('settings.access')}
        facts={data && t('access.people', { count: data.users.length })}
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
        {!data && !error && (
          <Skeleton height={220} m="xl" w="auto" role="status" aria-label={shared('state.loading')} />
        )}
        {data?.users.length === 0 && (
          <State
            icon={<IconUsers size={20} stroke={1.5} />}
            title={t('access.empty')}
            text={t('access.emptyText')}
            action={!refusal && <Button onClick={give}>{t('access.give')}</Button>}
          />
        )}
        {data && data.users.length > 0 && shown?.length === 0 && <NoMatch onClear={() => setFilter('')} />}
        {shown && shown.length > 0 && (
          <Rows rows={shown} columns={columns} keyOf={(user) => user.id} label={t('settings.access')} />
        )}
      </ListPage>
      {data && (
        <GiveAccess
          opened={giving}
          project={id}
          members={data.users.map((user) => user.id)}
          roles={data.roles}
          onClose={() => setGiving(false)}
        />
      )}
    </>
  )
}

type MemberProps = { project: string; user: UserWithProjectRole; why: string | undefined }

/** Several roles add up; the last one goes only with the access itself. */
function Roles({ project, user, roles, why }: MemberProps & { roles: readonly Role[] }) {
  const set = useSetRoles()
  const held = user.roles ?? (user.roleId ? [user.roleId] : [])
  const words = roles
    .filter((role) => held.includes(role.id))
    .map((role) => role.name)
    .join(', ')
  const name = nameOf(user)
  const target = (
    <UnstyledButton
      className={classes.roles}
      aria-label={t('access.rolesOf', { name, roles: words })}
      aria-disabled={why ? true : undefined}
    >
      <span>{words}</span>
      <IconChevronDown size={14} stroke={1.5} />
    </UnstyledButton>
  )
  if (why) return <Refused why={why}>{target}</Refused>
  const toggle = (role: number) => {
    const next = held.includes(role) ? held.filter((one) => one !== role) : [...held, role]
    if (next.length > 0) set.mutate({ project, user: user.id, name, roles: next })
  }
  return (
    <Menu position="bottom-start" closeOnItemClick={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {roles.map((role) => (
          <Menu.Item
            key={role.id}
            role="menuitemcheckbox"
            aria-checked={held.includes(role.id)}
            leftSection={held.includes(role.id) ? <IconCheck size={14} /> : <span className={classes.gap} />}
            onClick={() => toggle(role.id)}
          >
            {role.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function MemberMenu({ project, user, why }: MemberProps) {
  const take = useTakeAccess()
  const ask = useAsk()
  const name = nameOf(user)
  const remove = () =>
    ask({
      title: t('access.removeTitle', { name }),
      text: t('access.removeText', { name }),
      label: t('access.remove'),
      danger: true,
      run: () => take.mutateAsync({ project, user: user.id, name }),
    })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={shared('list.actions', { name })}>
          <IconDots size={16} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuAction icon={<IconUserMinus size={14} stroke={1.75} />} why={why} danger onClick={remove}>
          {t('access.remove')}
        </MenuAction>
      </Menu.Dropdown>
    </Menu>
  )
}
