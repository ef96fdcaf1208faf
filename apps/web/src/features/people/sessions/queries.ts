import type { ActiveSession } from '@flagstaff/contract/sessions'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

const refresh = [['session'], ['user', 'list']]

export const ownSessions = queryOptions({
  queryKey: ['session', 'own'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/user/sessions', {}, signal)).sessions,
})

export const allSessions = queryOptions({
  queryKey: ['session', 'all'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/user-sessions', {}, signal)).sessions,
})

/** The user's own session, or as an administrator any session. */
export const useEndSession = (whose: 'own' | 'all') =>
  useChange<ActiveSession>({
    run: ({ id }) =>
      whose === 'own'
        ? send('DELETE /api/admin/user/sessions/:id', { params: { id } })
        : send('DELETE /api/admin/user-sessions/:id', { params: { id } }),
    refresh,
    done: () => t('sessions.ended'),
    toastErrors: true,
  })

export const useEndOthers = () =>
  useChange<void>({
    run: () => send('DELETE /api/admin/user/sessions', {}),
    refresh,
    done: () => t('sessions.othersEnded'),
    toastErrors: true,
  })
