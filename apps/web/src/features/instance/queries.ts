import type { ReadyCheck } from '@flagstaff/contract/instance'
import type { Segments } from '@flagstaff/contract/segments'
import type { ApiTokens } from '@flagstaff/contract/tokens'
import type { Users } from '@flagstaff/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { t } from './messages.ts'

export const readiness = queryOptions({
  queryKey: ['setting', 'ready'],
  queryFn: ({ signal }) => read<ReadyCheck>('/ready', signal),
  refetchInterval: 10_000,
})

// Their lists are kept by the features they belong to; here only their number is wanted.
export const userCount = queryOptions({
  queryKey: ['user', 'count'],
  queryFn: async ({ signal }) => (await read<Users>('/api/admin/user-admin', signal)).users.length,
})
export const tokenCount = queryOptions({
  queryKey: ['token', 'count'],
  queryFn: async ({ signal }) => (await read<ApiTokens>('/api/admin/api-tokens', signal)).tokens.length,
})
export const segmentCount = queryOptions({
  queryKey: ['segment', 'count'],
  queryFn: async ({ signal }) => (await read<Segments>('/api/admin/segments', signal)).segments?.length ?? 0,
})

export const useSetOrigins = () =>
  useChange<string[]>({
    run: (frontendApiOrigins) => call('POST', '/api/admin/ui-config/cors', { frontendApiOrigins }),
    refresh: [['setting']],
    done: () => t('cors.saved'),
  })

export const useToggleMaintenance = () =>
  useChange<boolean>({
    run: (enabled) => call('POST', '/api/admin/maintenance', { enabled }),
    refresh: [['setting']],
    done: (enabled) => t(enabled ? 'maintenance.nowOn' : 'maintenance.nowOff'),
  })
