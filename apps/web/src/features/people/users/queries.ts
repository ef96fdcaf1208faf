import type { User } from '@flagstaff/contract/accounts'
import type { LinkedIdentity, SignInProvider } from '@flagstaff/contract/sso'
import type { CreateUser, CreateUserResponse, ResetPassword, UpdateUser } from '@flagstaff/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { nameOf } from '../../../ui/Person.tsx'
import { t } from './messages.ts'

export const userList = queryOptions({
  queryKey: ['user', 'list'],
  queryFn: ({ signal }) => get('GET /api/admin/user-admin', {}, signal),
})

/** Users who have not signed in or used a token for a long time; the server defines how long. */
export const inactiveUsers = queryOptions({
  queryKey: ['user', 'list', 'inactive'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/user-admin/inactive', {}, signal)).inactiveUsers,
})

/** The response contains the link, which is never shown again. */
export const useInviteUser = () =>
  useChange<CreateUser, CreateUserResponse>({
    run: (user) => send('POST /api/admin/user-admin', { body: user }),
    refresh: [['user']],
  })

export const useUpdateUser = () =>
  useChange<{ id: number; change: UpdateUser; version: number | undefined }, CreateUserResponse>({
    run: ({ id, change, version }) =>
      send('PUT /api/admin/user-admin/:id', { params: { id }, body: change }, { version }),
    refresh: [['user'], ['me']],
    done: (_input, user) => t('users.saved', { name: nameOf(user) }),
  })

export const linkedIdentities = (id: number) =>
  queryOptions({
    queryKey: ['user', 'identities', id],
    queryFn: async ({ signal }) =>
      (await get('GET /api/admin/user-admin/:id/identities', { params: { id } }, signal)).identities,
  })

export const useSetProtocol = () =>
  useChange<{ userId: number; id: number; protocol: SignInProvider }, LinkedIdentity>({
    run: ({ userId, id, protocol }) =>
      send('PUT /api/admin/user-admin/:id/identities/:identity', {
        params: { id: userId, identity: id },
        body: { protocol },
      }),
    refresh: [['user']],
    done: () => t('users.identitySaved'),
    toastErrors: true,
  })

export const useResetPassword = () =>
  useChange<User, ResetPassword>({
    run: ({ id }) => send('POST /api/admin/user-admin/reset-password', { body: { id: String(id) } }),
    refresh: [],
  })

export const useDeleteUser = () =>
  useChange<User>({
    run: ({ id }) => send('DELETE /api/admin/user-admin/:id', { params: { id } }),
    refresh: [['user']],
    done: (user) => t('users.deleted', { name: nameOf(user) }),
  })

export const useDeleteInactive = () =>
  useChange<number[]>({
    run: (ids) => send('POST /api/admin/user-admin/inactive/delete', { body: { ids } }),
    refresh: [['user']],
    done: (ids) => t('users.deletedInactive', { count: ids.length }),
  })
