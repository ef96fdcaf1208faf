import type { Role } from '@flagstaff/contract/accounts'
import { Button } from '@mantine/core'
import { IconArrowsLeftRight, IconUserShield } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { usePage } from '../../../../lib/crumbs.ts'
import { useCommand } from '../../../../lib/pageCommands.ts'
import { useCan } from '../../../../lib/session.ts'
import { AdminPage } from '../../../../ui/AdminPage.tsx'
import { type Column, FilterBox, ListPage, Rows } from '../../../../ui/List.tsx'
import { Loading } from '../../../../ui/Loading.tsx'
import { NewButton } from '../../../../ui/NewButton.tsx'
import { NoMatch } from '../../../../ui/NoMatch.tsx'
import { ErrorState } from '../../../../ui/State.tsx'
import { TabLinks } from '../../../../ui/TabLinks.tsx'
import { t } from '../messages.ts'
import { roleList } from '../queries.ts'
import { HeldBy } from './HeldBy.tsx'
import { isBuiltIn, kindOf, type RoleKind } from './kind.ts'
import { RoleMenu } from './RoleMenu.tsx'
import classes from './roles.module.css'

const places = {
  root: { path: '/admin/roles', title: 'roles.root', text: 'roles.rootText' },
  project: { path: '/admin/roles/project-roles', title: 'roles.project', text: 'roles.projectText' },
} as const

export function RootRoles() {
  return <Roles kind="root" q={useSearch({ from: '/admin/roles' }).q ?? ''} />
}

export function ProjectRoles() {
  return <Roles kind="project" q={useSearch({ from: '/admin/roles/project-roles' }).q ?? ''} />
}

function Roles({ kind, q }: { kind: RoleKind; q: string }) {
  const { path, title, text } = places[kind]
  usePage([{ label: t('access.admin'), to: '/admin' }, { label: t(title) }])
  const navigate = useNavigate()
  const refusal = useCan('ADMIN')
  const create = () => {
    if (!refusal) void navigate({ to: `${path}/create` })
  }
  useCommand('role.new', t('roles.new'), create, <IconUserShield size={16} stroke={1.5} />)
  const { data, error, refetch } = useQuery(roleList)
  const find = (text: string) => void navigate({ to: path, search: text ? { q: text } : {}, replace: true })
  const own = data?.filter((role) => kindOf(role) === kind)
  const shown = own?.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(q.toLowerCase()),
  )
  const count = (of: RoleKind) => data?.filter((role) => kindOf(role) === of).length
  return (
    <AdminPage current="/admin/roles">
      <ListPage
        title={t('roles.title')}
        facts={own && t('roles.count', { count: own.length })}
        actions={
          <>
            <Button
              component={Link}
              to="/admin/roles/compare"
              variant="default"
              leftSection={<IconArrowsLeftRight size={14} stroke={1.75} />}
            >
              {t('roles.compareDo')}
            </Button>
            <NewButton label={t('roles.new')} why={refusal} onClick={create} />
          </>
        }
        purpose={t(text)}
        tabs={
          <TabLinks
            label={t('roles.kinds')}
            tabs={[
              { to: places.root.path, label: t('roles.root'), count: count('root') },
              { to: places.project.path, label: t('roles.project'), count: count('project') },
            ]}
          />
        }
        filters={<FilterBox label={t('roles.filter')} value={q} onChange={find} />}
      >
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {shown?.length === 0 && <NoMatch onClear={() => find('')} />}
        {shown && shown.length > 0 && (
          <Rows rows={shown} columns={columns()} keyOf={({ id }) => id} label={t(title)} />
        )}
      </ListPage>
    </AdminPage>
  )
}

const columns = (): Column<Role>[] => [
  {
    key: 'name',
    label: t('roles.name'),
    cell: (role) => (
      <span className={classes.name}>
        <Link to="/admin/roles/$id" params={{ id: String(role.id) }} className="link">
          <b>{role.name}</b>
        </Link>
        {isBuiltIn(role) && <span className={classes.tag}>{t('roles.builtIn')}</span>}
        {role.description && <div className="faint small">{role.description}</div>}
      </span>
    ),
  },
  { key: 'held', label: t('roles.held'), width: 148, cell: (role) => <HeldBy role={role} /> },
  { key: 'actions', label: '', width: 60, align: 'right', cell: (role) => <RoleMenu role={role} /> },
]
