import type { CreateRoleWithPermissions } from '@flagstaff/contract/access'
import type { Group } from '@flagstaff/contract/accounts'
import type { CreateGroup } from '@flagstaff/contract/groups'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

export const roleList = queryOptions({
  queryKey: ['role', 'list'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/roles', {}, signal)).roles,
})
export const role = (id: number) =>
  queryOptions({
    queryKey: ['role', id],
    queryFn: ({ signal }) => get('GET /api/admin/roles/:roleId', { params: { roleId: id } }, signal),
  })
/** All permissions that a role can have. The key starts with `environment`, since environments add permissions. */
export const permissionCatalogue = queryOptions({
  queryKey: ['environment', 'permissions'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/permissions', {}, signal)).permissions,
})
/** The projects in which a role is held, and by how many accounts. */
export const roleUse = (id: number) =>
  queryOptions({
    queryKey: ['project', 'role', id],
    queryFn: async ({ signal }) =>
      (await get('GET /api/admin/projects/roles/:roleId/access', { params: { roleId: id } }, signal))
        .projects ?? [],
  })

export const groupList = queryOptions({
  queryKey: ['group', 'list'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/groups', {}, signal)).groups ?? [],
})
export const group = (id: number) =>
  queryOptions({
    queryKey: ['group', id],
    queryFn: ({ signal }) => get('GET /api/admin/groups/:groupId', { params: { groupId: id } }, signal),
  })
export const peopleList = queryOptions({
  queryKey: ['user', 'list', 'names'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/user-admin/access', {}, signal)).users ?? [],
})

type Place = { project?: string | undefined; environment?: string | undefined }

export type AccountKind = 'user-admin' | 'service-account'

/** An account's permissions in a place, with the reasons. */
export const permissionsOf = (kind: AccountKind, id: number, place: Place) =>
  queryOptions({
    queryKey: ['user', 'permissions', id, place],
    queryFn: ({ signal }) => {
      const { project, environment } = place
      const query = {
        ...(project === undefined ? {} : { project }),
        ...(environment === undefined ? {} : { environment }),
      }
      const input = { params: { id }, query }
      return kind === 'user-admin'
        ? get('GET /api/admin/user-admin/:id/permissions', input, signal)
        : get('GET /api/admin/service-account/:id/permissions', input, signal)
    },
  })

/** Changing a role affects everything that holds it, and the user's own permissions. */
const held = [['role'], ['group'], ['user'], ['project'], ['me']] as const

type Saved<T> = { id: number | undefined; input: T; version?: number | undefined }

export const useSaveRole = () =>
  useChange<Saved<CreateRoleWithPermissions>>({
    run: ({ id, input, version }) =>
      id === undefined
        ? send('POST /api/admin/roles', { body: input })
        : send('PUT /api/admin/roles/:roleId', { params: { roleId: id }, body: input }, { version }),
    refresh: held,
    done: ({ input }) => t('roles.saved', { name: input.name }),
  })

export const useDeleteRole = () =>
  useChange<{ id: number; name: string }>({
    run: ({ id }) => send('DELETE /api/admin/roles/:roleId', { params: { roleId: id } }),
    refresh: held,
    done: ({ name }) => t('roles.deleted', { name }),
  })

export const useSaveGroup = () =>
  useChange<Saved<CreateGroup>>({
    run: ({ id, input, version }) =>
      id === undefined
        ? send('POST /api/admin/groups', { body: input })
        : send('PUT /api/admin/groups/:groupId', { params: { groupId: id }, body: input }, { version }),
    refresh: held,
    done: ({ input }) => t('groups.saved', { name: input.name }),
  })

export const useDeleteGroup = () =>
  useChange<Group>({
    run: ({ id = '' }) => send('DELETE /api/admin/groups/:groupId', { params: { groupId: id } }),
    refresh: held,
    done: ({ name }) => t('groups.deleted', { name }),
  })
