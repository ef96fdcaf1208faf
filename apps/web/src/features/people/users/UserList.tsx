import type { Role, User } from '@flagstaff/contract/accounts'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { choicesOf } from '../../../lib/choices.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { formatAge, formatDay, formatMoment } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { me, useCan } from '../../../lib/session.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import listClasses from '../../../ui/List.module.css'
import { type Column, FilterBox, ListPage, Rows } from '../../../ui/List.tsx'
import { ListTabs } from '../../../ui/ListTabs.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NewButton } from '../../../ui/NewButton.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { nameOf, Person } from '../../../ui/Person.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { AccessRequests } from './AccessRequests.tsx'
import { AccessTable } from './AccessTable.tsx'
import { DeleteInactive } from './DeleteInactive.tsx'
import { EditUser } from './EditUser.tsx'
import { InviteLink } from './InviteLink.tsx'
import { InviteUser } from './InviteUser.tsx'
import { t } from './messages.ts'
import { inactiveUsers, userList } from './queries.ts'
import { UserMenu } from './UserMenu.tsx'
import classes from './users.module.css'

export function UserList() {
  usePage([{ label: t('users.admin'), to: '/admin' }, { label: t('users.title') }])
  const search = useSearch({ from: '/admin/users' })
  const navigate = useNavigate()
  const go = (change: Partial<typeof search>, replace = true) =>
    void navigate({ to: '/admin/users', search: { ...search, ...change }, replace })
  const refusal = useCan('ADMIN')
  const invite = () => {
    if (!refusal) go({ new: true }, false)
  }
  useCommand('user.new', t('users.new'), invite, <IconUserPlus size={16} stroke={1.5} />)
  const { data, error, refetch } = useQuery(userList)
  const edited = data?.users.find(({ id }) => id === search.edit)
  return (
    <AdminPage current="/admin/users">
      <ListPage
        title={t('users.title')}
        facts={data && t('users.count', { count: data.users.length })}
        actions={
          <>
            {!refusal && <AccessTable />}
            <NewButton label={t('users.new')} why={refusal} onClick={invite} />
          </>
        }
      >
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data && <AccessRequests roles={data.rootRoles ?? []} why={refusal} />}
        {data && <InviteLink why={refusal} />}
        {data && (
          <Accounts
            users={data.users}
            roles={data.rootRoles ?? []}
            q={search.q ?? ''}
            view={search.view ?? 'all'}
            onSearch={go}
          />
        )}
      </ListPage>
      <InviteUser
        opened={search.new === true}
        roles={choicesOf({ data: data?.rootRoles })}
        onClose={() => go({ new: undefined })}
      />
      <EditUser
        user={edited}
        roles={choicesOf({ data: data?.rootRoles })}
        onClose={() => go({ edit: undefined })}
      />
    </AdminPage>
  )
}

type AccountsProps = {
  users: readonly User[]
  roles: readonly Role[]
  q: string
  /** `all`, `inactive`, or the id of a role. */
  view: string
  onSearch(change: { q?: string | undefined; view?: string | undefined; edit?: number }): void
}

function Accounts({ users, roles, q, view, onSearch }: AccountsProps) {
  const unused = useQuery(inactiveUsers)
  const inactive = choicesOf(unused)
  const isIn = (value: string) => (user: User) =>
    value === 'all' ||
    (value === 'inactive' ? inactive.some(({ id }) => id === user.id) : String(user.rootRole) === value)
  const tabs = [
    { value: 'all', label: t('users.all') },
    ...roles.map(({ id, name }) => ({ value: String(id), label: name })),
    { value: 'inactive', label: t('users.inactive') },
  ].map((tab) => ({
    ...tab,
    count: tab.value === 'inactive' && !unused.data ? undefined : users.filter(isIn(tab.value)).length,
  }))
  const shown = users
    .filter(isIn(view))
    .filter(({ name, username, email }) =>
      `${name} ${username} ${email}`.toLowerCase().includes(q.toLowerCase()),
    )
  const roleOf = ({ rootRole }: User) => roles.find(({ id }) => id === rootRole)?.name ?? ''
  const columns = useColumns(roleOf, (edit) => onSearch({ edit }))
  const list =
    shown.length > 0 ? (
      <Rows rows={shown} columns={columns} keyOf={({ id }) => id} label={t('users.title')} />
    ) : (
      <NoMatch
        title={view === 'inactive' && q === '' ? t('users.noInactive') : undefined}
        onClear={() => onSearch({ q: undefined, view: undefined })}
      />
    )
  return (
    <ListTabs
      label={t('users.views')}
      tabs={tabs}
      value={view}
      onChange={(next) => onSearch({ view: next === 'all' ? undefined : next })}
    >
      <div className={listClasses.filters}>
        <FilterBox
          label={t('users.filter')}
          value={q}
          onChange={(text) => onSearch({ q: text || undefined })}
        />
        {view === 'inactive' && inactive.length > 0 && <DeleteInactive ids={inactive.map(({ id }) => id)} />}
      </div>
      {view === 'inactive' ? (
        <Loaded query={unused} name={t('users.inactiveAccounts')}>
          {() => list}
        </Loaded>
      ) : (
        list
      )}
    </ListTabs>
  )
}

function useColumns(roleOf: (user: User) => string, onEdit: (id: number) => void): Column<User>[] {
  const { data } = useSuspenseQuery(me)
  return [
    {
      key: 'name',
      label: t('users.name'),
      cell: (user) => (
        <span className={classes.name}>
          <Person name={nameOf(user)} size={24} />
          {user.id === data.user.id && <span className={classes.you}>{t('users.you')}</span>}
          {user.scimId && <span className={classes.you}>{t('users.scim')}</span>}
          <span className={classes.narrow}>{roleOf(user)}</span>
        </span>
      ),
    },
    {
      key: 'email',
      label: t('users.email'),
      width: 240,
      wide: true,
      cell: ({ email }) => <span className={classes.cut}>{email}</span>,
    },
    { key: 'role', label: t('users.role'), width: 96, wide: true, cell: (user) => roleOf(user) },
    {
      key: 'created',
      label: t('users.created'),
      width: 112,
      wide: true,
      cell: ({ createdAt }) => createdAt && <span className="dim num">{formatDay(createdAt)}</span>,
    },
    {
      key: 'seen',
      label: t('users.seen'),
      width: 96,
      cell: ({ seenAt }) =>
        seenAt ? (
          <time dateTime={seenAt} title={formatMoment(seenAt)} className="num">
            {formatAge(seenAt)}
          </time>
        ) : (
          <span className="faint">{t('users.never')}</span>
        ),
    },
    {
      key: 'actions',
      label: '',
      width: 60,
      align: 'right',
      cell: (user) => (
        <UserMenu user={user} isSelf={user.id === data.user.id} onEdit={() => onEdit(user.id)} />
      ),
    },
  ]
}
