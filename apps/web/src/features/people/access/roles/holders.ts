import type { ProjectRole } from '@flagstaff/contract/access'
import type { Role } from '@flagstaff/contract/accounts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { holds, me } from '../../../../lib/session.ts'
import { nameOf } from '../../../../ui/Person.tsx'
import { userList } from '../../users/index.ts'
import { t } from '../messages.ts'
import { groupList, roleUse } from '../queries.ts'
import { kindOf } from './kind.ts'

/** An account or group that holds a role, as a link. */
export type Holder = { key: string; label: string; to: string }
type Counts = { people: number; groups: number; robots: number }

/** The holders of a role; undefined while loading, or without permission to see them. */
export function useHolders(role: Role): { counts: Counts; list: Holder[] } | undefined {
  const isRoot = kindOf(role) === 'root'
  const { permissions } = useSuspenseQuery(me).data
  const mayList = holds(permissions, 'ADMIN', {})
  const { data: users } = useQuery({ ...userList, enabled: isRoot && mayList })
  const { data: groups } = useQuery({ ...groupList, enabled: isRoot })
  const { data: uses } = useQuery({ ...roleUse(role.id), enabled: !isRoot })
  if (isRoot) {
    if (!users || !groups) return undefined
    const people = users.users.filter(({ rootRole }) => rootRole === role.id)
    const own = groups.filter(({ rootRole }) => rootRole === role.id)
    return {
      counts: { people: people.length, groups: own.length, robots: 0 },
      list: [
        ...own.map(({ id, name }) => ({ key: `group ${id}`, label: name, to: `/admin/groups/${id}` })),
        ...people.map((user) => ({
          key: `user ${user.id}`,
          label: nameOf(user),
          to: `/admin/users/${user.id}/permissions`,
        })),
      ],
    }
  }
  if (!uses) return undefined
  const sum = (of: (use: ProjectRole) => number | undefined) =>
    uses.reduce((total, use) => total + (of(use) ?? 0), 0)
  return {
    counts: {
      people: sum(({ userCount }) => userCount),
      groups: sum(({ groupCount }) => groupCount),
      robots: sum(({ serviceAccountCount }) => serviceAccountCount),
    },
    list: uses.map(({ project, userCount = 0, groupCount = 0, serviceAccountCount = 0 }) => ({
      key: project,
      label: t('roles.inProject', {
        project,
        holders: wordsOf({ people: userCount, groups: groupCount, robots: serviceAccountCount }),
      }),
      to: `/projects/${project}/settings/access`,
    })),
  }
}

/** "2 people, 1 group". */
export const wordsOf = ({ people, groups, robots }: Counts): string =>
  [
    people > 0 && t('roles.people', { count: people }),
    groups > 0 && t('roles.groups', { count: groups }),
    robots > 0 && t('roles.robots', { count: robots }),
  ]
    .filter(Boolean)
    .join(', ') || t('roles.nobody')
