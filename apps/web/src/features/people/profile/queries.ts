import type { OwnPassword } from '@flagstaff/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

export const profile = queryOptions({
  queryKey: ['user', 'profile'],
  queryFn: ({ signal }) => get('GET /api/admin/user/profile', {}, signal),
})

export const useChangePassword = () =>
  useChange<OwnPassword>({
    run: (password) => send('POST /api/admin/user/change-password', { body: password }),
    refresh: [['token', 'own']],
    done: () => t('password.saved'),
  })
