import type { ProjectAccess } from '@flagstaff/contract/access'
import { nameOf } from '../../../ui/Person.tsx'
import { t } from '../messages.ts'

/** A person or a group with roles in the project. */
export type Holder = {
  kind: 'user' | 'group'
  /** A service account. */
  isService: boolean
  id: number
  name: string
  /** Beside the name: the address, or how many there are. */
  detail: string | undefined
  roles: number[]
  addedAt: string | undefined
}

/** Groups first: whoever looks for somebody may find them there. */
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
