import type { CreateStrategy, Strategy } from '@flagstaff/contract/strategy-types'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

export const strategyDetail = (name: string) =>
  queryOptions({
    queryKey: ['strategy', name],
    queryFn: ({ signal }) => get('GET /api/admin/strategies/:name', { params: { name } }, signal),
  })

export const strategyUses = (name: string) =>
  queryOptions({
    queryKey: ['strategy', name, 'uses'],
    // Changes of rules affect this without invalidating the query.
    staleTime: 0,
    queryFn: ({ signal }) => get('GET /api/admin/strategies/:name/uses', { params: { name } }, signal),
  })

const refresh = [['strategy']] as const

type Saved = { strategy: CreateStrategy; exists: boolean; version?: number | undefined }

export const useSaveStrategy = () =>
  useChange<Saved>({
    run: ({ strategy: { name, ...rest }, exists, version }) =>
      exists
        ? send('PUT /api/admin/strategies/:name', { params: { name }, body: rest }, { version })
        : send('POST /api/admin/strategies', { body: { name, ...rest } }),
    refresh,
    done: ({ strategy }) => t('done.saved', { name: strategy.name }),
  })

export const useDeprecate = () =>
  useChange<{ name: string; deprecated: boolean }>({
    toastErrors: true,
    run: ({ name, deprecated }) =>
      deprecated
        ? send('POST /api/admin/strategies/:strategyName/deprecate', { params: { strategyName: name } })
        : send('POST /api/admin/strategies/:strategyName/reactivate', { params: { strategyName: name } }),
    refresh,
    done: ({ name, deprecated }) => t(deprecated ? 'done.deprecated' : 'done.reactivated', { name }),
  })

export const useDeleteStrategy = () =>
  useChange<Strategy>({
    run: ({ name }) => send('DELETE /api/admin/strategies/:name', { params: { name } }),
    refresh: [['strategy', 'list']],
    done: ({ name }) => t('done.deleted', { name }),
  })
