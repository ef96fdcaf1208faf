import type { Group, Role } from '@flagstaff/contract/accounts'
import { Button } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { choicesOf } from '../../../../lib/choices.ts'
import { usePage } from '../../../../lib/crumbs.ts'
import { useCommand } from '../../../../lib/pageCommands.ts'
import { holds, me, useCan } from '../../../../lib/session.ts'
import { AdminPage } from '../../../../ui/AdminPage.tsx'
import { type Column, FilterBox, ListPage, Rows } from '../../../../ui/List.tsx'
import { Loading } from '../../../../ui/Loading.tsx'
import { NewButton } from '../../../../ui/NewButton.tsx'
import { NoMatch } from '../../../../ui/NoMatch.tsx'
import { ErrorState, State } from '../../../../ui/State.tsx'
import { t } from '../messages.ts'
import { groupList, roleList } from '../queries.ts'
import { GroupMenu } from './GroupMenu.tsx'
import classes from './groups.module.css'

export function GroupList() {
  usePage([{ label: t('access.admin'), to: '/admin' }, { label: t('groups.title') }])
  const { q = '' } = useSearch({ from: '/admin/groups' })
  const navigate = useNavigate()
  const refusal = useCan('ADMIN')
  const create = () => {
    if (!refusal) void navigate({ to: '/admin/groups/create' })
  }
  useCommand('group.new', t('groups.new'), create, <IconUsersGroup size={16} stroke={1.5} />)
  const { data, error, refetch } = useQuery(groupList)
  const { permissions } = useSuspenseQuery(me).data
  const roles = choicesOf(useQuery({ ...roleList, enabled: holds(permissions, 'READ_ROLE', {}) }))
  const find = (text: string) =>
    void navigate({ to: '/admin/groups', search: text ? { q: text } : {}, replace: true })
  const shown = data?.filter(({ name, description }) =>
    `${name} ${description ?? ''}`.toLowerCase().includes(q.toLowerCase()),
  )
  return (
    <AdminPage current="/admin/groups">
      <ListPage
        title={t('groups.title')}
        purpose={t('groups.text')}
        facts={data && t('groups.count', { count: data.length })}
        actions={<NewButton label={t('groups.new')} why={refusal} onClick={create} />}
        filters={<FilterBox label={t('groups.filter')} value={q} onChange={find} />}
      >
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data?.length === 0 && (
          <State
            icon={<IconUsersGroup size={20} stroke={1.5} />}
            title={t('groups.empty')}
            text={t('groups.emptyText')}
            action={!refusal && <Button onClick={create}>{t('groups.new')}</Button>}
          />
        )}
        {data && data.length > 0 && shown?.length === 0 && <NoMatch onClear={() => find('')} />}
        {shown && shown.length > 0 && (
          <Rows
            rows={shown}
            columns={columns(roles)}
            keyOf={({ id, name }) => id ?? name}
            label={t('groups.title')}
          />
        )}
      </ListPage>
    </AdminPage>
  )
}

const columns = (roles: readonly Role[]): Column<Group>[] => [
  {
    key: 'name',
    label: t('groups.name'),
    cell: ({ id, name, description, scimId }) => (
      <>
        <Link to="/admin/groups/$id" params={{ id: String(id) }} className="link">
          <b>{name}</b>
        </Link>
        {scimId && <span className={classes.tag}>{t('groups.scim')}</span>}
        {description && <div className="faint small">{description}</div>}
      </>
    ),
  },
  {
    key: 'members',
    label: t('groups.members'),
    width: 108,
    cell: ({ userCount = 0 }) => (
      <span className={userCount ? undefined : 'faint'}>{t('groups.membersOf', { count: userCount })}</span>
    ),
  },
  {
    key: 'role',
    label: t('groups.rootRole'),
    width: 140,
    wide: true,
    cell: ({ rootRole }) =>
      rootRole ? (
        (roles.find(({ id }) => id === rootRole)?.name ?? String(rootRole))
      ) : (
        <span className="faint">{t('groups.noRole')}</span>
      ),
  },
  {
    key: 'projects',
    label: t('groups.projects'),
    width: 240,
    wide: true,
    cell: ({ projects = [] }) =>
      projects.length > 0 ? projects.join(', ') : <span className="faint">{t('groups.noProjects')}</span>,
  },
  { key: 'actions', label: '', width: 60, align: 'right', cell: (group) => <GroupMenu group={group} /> },
]
