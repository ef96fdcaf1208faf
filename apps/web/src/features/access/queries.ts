import type {
  AdminPermissions,
  CreateRoleWithPermissions,
  ProjectRoleUsage,
  RolesWithVersion,
  RoleWithPermissions,
} from '@flagstaff/contract/access'
import type { Group } from '@flagstaff/contract/accounts'
import type { CreateGroup, Groups } from '@flagstaff/contract/groups'
import type { UserAccessOverview, UsersGroupsBase } from '@flagstaff/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { t } from './messages.ts'

const admin = '/api/admin'

export const roleList = queryOptions({
  queryKey: ['role', 'list'],
  queryFn: async ({ signal }) => (await read<RolesWithVersion>(`${admin}/roles`, signal)).roles,
})
export const role = (id: number) =>
  queryOptions({
    queryKey: ['role', id],
    queryFn: ({ signal }) => read<RoleWithPermissions>(`${admin}/roles/${id}`, signal),
  })
/** Every permission that can be put into a role. Environments bring theirs, so they make it old. */
export const permissionCatalogue = queryOptions({
  queryKey: ['environment', 'permissions'],
  queryFn: async ({ signal }) => (await read<AdminPermissions>(`${admin}/permissions`, signal)).permissions,
})
/** In which projects a role is held, and by how many. */
export const roleUse = (id: number) =>
  queryOptions({
    queryKey: ['project', 'role', id],
    queryFn: async ({ signal }) =>
      (await read<ProjectRoleUsage>(`${admin}/projects/roles/${id}/access`, signal)).projects ?? [],
  })

export const groupList = queryOptions({
  queryKey: ['group', 'list'],
  queryFn: async ({ signal }) => (await read<Groups>(`${admin}/groups`, signal)).groups ?? [],
})
export const group = (id: number) =>
  queryOptions({
    queryKey: ['group', id],
    queryFn: ({ signal }) => read<Group>(`${admin}/groups/${id}`, signal),
  })
export const peopleList = queryOptions({
  queryKey: ['user', 'list', 'names'],
  queryFn: async ({ signal }) =>
    (await read<UsersGroupsBase>(`${admin}/user-admin/access`, signal)).users ?? [],
})

type Place = { project?: string | undefined; environment?: string | undefined }

export type AccountKind = 'user-admin' | 'service-account'

/** What an account may do in a place, and why. */
export const permissionsOf = (kind: AccountKind, id: number, place: Place) =>
  queryOptions({
    queryKey: ['user', 'permissions', id, place],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams(
        Object.entries(place).filter((entry): entry is [string, string] => entry[1] !== undefined),
      )
      return read<UserAccessOverview>(`${admin}/${kind}/${id}/permissions?${query}`, signal)
    },
  })

/** Whatever holds roles may look different when one changes, the page's own controls too. */
const held = [['role'], ['group'], ['user'], ['project'], ['me']] as const

type Saved<T> = { id: number | undefined; input: T; version?: number | undefined }

export const useSaveRole = () =>
  useChange<Saved<CreateRoleWithPermissions>>({
    run: ({ id, input, version }) =>
      id === undefined
        ? call('POST', `${admin}/roles`, input)
        : call('PUT', `${admin}/roles/${id}`, input, { version }),
    refresh: held,
    done: ({ input }) => t('roles.saved', { name: input.name }),
  })

export const useDeleteRole = () =>
  useChange<{ id: number; name: string }>({
    run: ({ id }) => call('DELETE', `${admin}/roles/${id}`),
    refresh: held,
    done: ({ name }) => t('roles.deleted', { name }),
  })

export const useSaveGroup = () =>
  useChange<Saved<CreateGroup>>({
    run: ({ id, input, version }) =>
      id === undefined
        ? call('POST', `${admin}/groups`, input)
        : call('PUT', `${admin}/groups/${id}`, input, { version }),
    refresh: held,
    done: ({ input }) => t('groups.saved', { name: input.name }),
  })

export const useDeleteGroup = () =>
  useChange<Group>({
    run: ({ id }) => call('DELETE', `${admin}/groups/${id}`),
    refresh: held,
    done: ({ name }) => t('groups.deleted', { name }),
  })
