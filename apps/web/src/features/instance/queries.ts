import type { SetEvaluationSample } from '@flagstaff/contract/evaluation-sample'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { t } from './messages.ts'

export const readiness = queryOptions({
  queryKey: ['setting', 'ready'],
  queryFn: ({ signal }) => get('GET /ready', {}, signal),
  refetchInterval: 10_000,
})

export const doctorReport = queryOptions({
  queryKey: ['setting', 'doctor'],
  queryFn: ({ signal }) => get('GET /api/admin/doctor', {}, signal),
})

// Only the counts: the lists belong to other features.
export const userCount = queryOptions({
  queryKey: ['user', 'count'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/user-admin', {}, signal)).users.length,
})
export const tokenCount = queryOptions({
  queryKey: ['token', 'count'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/api-tokens', {}, signal)).tokens.length,
})
export const segmentCount = queryOptions({
  queryKey: ['segment', 'count'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/segments', {}, signal)).segments?.length ?? 0,
})

export const useSetOrigins = () =>
  useChange<string[]>({
    run: (frontendApiOrigins) => send('POST /api/admin/ui-config/cors', { body: { frontendApiOrigins } }),
    refresh: [['setting']],
    done: () => t('cors.saved'),
  })

export const useToggleMaintenance = () =>
  useChange<boolean>({
    run: (enabled) => send('POST /api/admin/maintenance', { body: { enabled } }),
    refresh: [['setting']],
    done: (enabled) => t(enabled ? 'maintenance.nowOn' : 'maintenance.nowOff'),
  })

export const mcpSettings = queryOptions({
  queryKey: ['setting', 'mcp'],
  queryFn: ({ signal }) => get('GET /api/admin/remote-mcp/settings', {}, signal),
})

export const useToggleMcp = () =>
  useChange<boolean>({
    run: (enabled) => send('POST /api/admin/remote-mcp/settings', { body: { enabled } }),
    refresh: [['setting']],
    done: (enabled) => t(enabled ? 'mcp.nowOn' : 'mcp.nowOff'),
  })

export const sampling = queryOptions({
  queryKey: ['setting', 'sample'],
  queryFn: ({ signal }) => get('GET /api/admin/evaluation-sample', {}, signal),
})

export const useSetSampling = () =>
  useChange<SetEvaluationSample>({
    run: (body) => send('PUT /api/admin/evaluation-sample', { body }),
    refresh: [['setting']],
    done: () => t('sample.saved'),
  })
