import type { User } from '@flagstaff/contract/accounts'
import type {
  CreateUser,
  CreateUserResponse,
  InactiveUsers,
  ResetPassword,
  UpdateUser,
  Users,
} from '@flagstaff/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { nameOf } from '../../ui/Person.tsx'
import { t } from './messages.ts'

const admin = '/api/admin/user-admin'

export const userList = queryOptions({
  queryKey: ['user', 'list'],
  queryFn: ({ signal }) => read<Users>(admin, signal),
})

/** Who neither signed in nor used a token for long; the server knows how long that is. */
export const inactiveUsers = queryOptions({
  queryKey: ['user', 'list', 'inactive'],
  queryFn: async ({ signal }) => (await read<InactiveUsers>(`${admin}/inactive`, signal)).inactiveUsers,
})

/** The answer holds the link, which is nowhere else afterwards. */
export const useInviteUser = () =>
  useChange<CreateUser, CreateUserResponse>({
    run: (user) => call('POST', admin, user),
    refresh: [['user']],
  })

export const useUpdateUser = () =>
  useChange<{ id: number; change: UpdateUser; version: number | undefined }, User>({
    run: ({ id, change, version }) => call('PUT', `${admin}/${id}`, change, { version }),
    refresh: [['user'], ['me']],
    done: (_input, user) => t('users.saved', { name: nameOf(user) }),
  })

export const useResetPassword = () =>
  useChange<User, ResetPassword>({
    run: ({ id }) => call('POST', `${admin}/reset-password`, { id: String(id) }),
    refresh: [],
  })

export const useDeleteUser = () =>
  useChange<User>({
    run: ({ id }) => call('DELETE', `${admin}/${id}`),
    refresh: [['user']],
    done: (user) => t('users.deleted', { name: nameOf(user) }),
  })

export const useDeleteInactive = () =>
  useChange<number[]>({
    run: (ids) => call('POST', `${admin}/inactive/delete`, { ids }),
    refresh: [['user']],
    done: (ids) => t('users.deletedInactive', { count: ids.length }),
  })
