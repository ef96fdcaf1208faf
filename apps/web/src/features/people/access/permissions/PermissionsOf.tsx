import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { choicesOf } from '../../../../lib/choices.ts'
import { usePage } from '../../../../lib/crumbs.ts'
import { projectList } from '../../../../lib/projects.ts'
import { environmentList } from '../../../../lib/session.ts'
import { AdminPage } from '../../../../ui/AdminPage.tsx'
import { ListPage } from '../../../../ui/List.tsx'
import { Loading } from '../../../../ui/Loading.tsx'
import { nameOf } from '../../../../ui/Person.tsx'
import { ErrorState } from '../../../../ui/State.tsx'
import { t } from '../messages.ts'
import { type AccountKind, permissionsOf } from '../queries.ts'
import type { PermissionsSearch } from '../search.ts'
import { Judged } from './Judged.tsx'
import { OneAnswer } from './OneAnswer.tsx'
import { PlaceChoice } from './PlaceChoice.tsx'
import classes from './permissions.module.css'
import { Standing } from './Standing.tsx'

const users = '/admin/users/$id/permissions'
const serviceAccounts = '/admin/service-accounts/$id/permissions'

export function PermissionsOfUser() {
  const { id } = useParams({ from: users })
  const search = useSearch({ from: users })
  const navigate = useNavigate()
  return (
    <Permissions
      kind="user-admin"
      id={Number(id)}
      search={search}
      list={{ label: t('why.users'), to: '/admin/users' }}
      onSearch={(next) => void navigate({ to: users, params: { id }, search: next, replace: true })}
    />
  )
}

export function PermissionsOfServiceAccount() {
  const { id } = useParams({ from: serviceAccounts })
  const search = useSearch({ from: serviceAccounts })
  const navigate = useNavigate()
  return (
    <Permissions
      kind="service-account"
      id={Number(id)}
      search={search}
      list={{ label: t('why.serviceAccounts'), to: '/admin/service-accounts' }}
      onSearch={(next) => void navigate({ to: serviceAccounts, params: { id }, search: next, replace: true })}
    />
  )
}

type PermissionsProps = {
  kind: AccountKind
  id: number
  search: PermissionsSearch
  /** The list that accounts of this kind are in. */
  list: { label: string; to: string }
  onSearch(search: PermissionsSearch): void
}

/** An account's permissions in a place, with the reasons. */
function Permissions({ kind, id, search, list, onSearch }: PermissionsProps) {
  const go = (change: PermissionsSearch) => onSearch({ ...search, ...change })
  const projects = choicesOf(useQuery(projectList))
  const { data: environments } = useSuspenseQuery(environmentList)
  const place = {
    project: search.project ?? projects[0]?.id,
    environment: search.environment ?? environments.find(({ type }) => type === 'production')?.name,
  }
  const { data, error, refetch } = useQuery({
    ...permissionsOf(kind, id, place),
    placeholderData: (before) => before,
  })
  const name = data ? nameOf(data.user) : String(id)
  usePage([{ label: t('access.admin'), to: '/admin' }, list, { label: t('why.title', { name }) }])
  const titleOf = (project: string) => projects.find((one) => one.id === project)?.name ?? project
  return (
    <AdminPage current={list.to}>
      <ListPage title={t('why.title', { name })}>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data && (
          <div className={classes.page}>
            <Standing account={data} />
            <PlaceChoice place={place} projects={projects} environments={environments} onChange={go} />
            <OneAnswer
              account={data}
              permission={search.permission}
              titleOf={titleOf}
              onChange={(permission) => go({ permission })}
            />
            <Judged account={data} search={search} titleOf={titleOf} onChange={go} />
          </div>
        )}
      </ListPage>
    </AdminPage>
  )
}
