import type { ActiveSession, ActiveSessions } from '@flagstaff/contract/sessions'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { t } from './messages.ts'

const own = '/api/admin/user/sessions'
const all = '/api/admin/user-sessions'
const refresh = [['session'], ['user', 'list']]

export const ownSessions = queryOptions({
  queryKey: ['session', 'own'],
  queryFn: async ({ signal }) => (await read<ActiveSessions>(own, signal)).sessions,
})

export const allSessions = queryOptions({
  queryKey: ['session', 'all'],
  queryFn: async ({ signal }) => (await read<ActiveSessions>(all, signal)).sessions,
})

/** One's own, or as an administrator anybody's. */
export const useEndSession = (whose: 'own' | 'all') =>
  useChange<ActiveSession>({
    run: ({ id }) => call('DELETE', `${whose === 'own' ? own : all}/${id}`),
    refresh,
    done: () => t('sessions.ended'),
    alone: true,
  })

export const useEndOthers = () =>
  useChange<void>({
    run: () => call('DELETE', own),
    refresh,
    done: () => t('sessions.othersEnded'),
    alone: true,
  })
