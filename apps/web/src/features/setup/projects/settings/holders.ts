import type { ProjectAccess } from '@flagstaff/contract/access'
import { nameOf } from '../../../../ui/Person.tsx'
import { t } from '../messages.ts'

/** A user or a group with roles in the project. */
export type Holder = {
  kind: 'user' | 'group'
  /** Whether it is a service account. */
  isService: boolean
  id: number
  name: string
  /** Next to the name: the email address, or the number of members. */
  detail: string | undefined
  roles: number[]
  addedAt: string | undefined
}

/** Groups first, since a user may be in one of them. */
export const holdersOf = ({ users, groups }: ProjectAccess): Holder[] => [
  ...groups.map(({ id, name = String(id), users: people = [], roles = [], addedAt }) => ({
    ...{ kind: 'group' as const, isService: false, id, name, roles, addedAt },
    detail: t('access.group', { count: people.length }),
  })),
  ...users.map((user) => {
    const name = nameOf(user)
    return {
      ...{ kind: 'user' as const, isService: user.isAPI ?? false, id: user.id, name },
      addedAt: user.addedAt,
      detail: user.email && user.email !== name ? user.email : undefined,
      roles: user.roles ?? (user.roleId ? [user.roleId] : []),
    }
  }),
]
