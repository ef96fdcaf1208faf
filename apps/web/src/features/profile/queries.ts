import type { Password, Profile } from '@flagstaff/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { t } from './messages.ts'

export const profile = queryOptions({
  queryKey: ['user', 'profile'],
  queryFn: ({ signal }) => read<Profile>('/api/admin/user/profile', signal),
})

export const useChangePassword = () =>
  useChange<Password>({
    run: (password) => call('POST', '/api/admin/user/change-password', password),
    refresh: [],
    done: () => t('password.saved'),
  })
