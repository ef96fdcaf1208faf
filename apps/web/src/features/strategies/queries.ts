import type { CreateStrategy, Strategy, StrategyUses } from '@flagstaff/contract/strategy-types'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { t } from './messages.ts'

const at = (name: string) => `/api/admin/strategies/${encodeURIComponent(name)}`

export const strategyDetail = (name: string) =>
  queryOptions({
    queryKey: ['strategy', name],
    queryFn: ({ signal }) => read<Strategy>(at(name), signal),
  })

export const strategyUses = (name: string) =>
  queryOptions({
    queryKey: ['strategy', name, 'uses'],
    // Rules change it without touching it.
    staleTime: 0,
    queryFn: ({ signal }) => read<StrategyUses>(`${at(name)}/uses`, signal),
  })

const refresh = [['strategy']] as const

type Saved = { strategy: CreateStrategy; exists: boolean; version?: number | undefined }

export const useSaveStrategy = () =>
  useChange<Saved>({
    run: ({ strategy: { name, ...rest }, exists, version }) =>
      exists
        ? call('PUT', at(name), rest, { version })
        : call('POST', '/api/admin/strategies', { name, ...rest }),
    refresh,
    done: ({ strategy }) => t('done.saved', { name: strategy.name }),
  })

export const useDeprecate = () =>
  useChange<{ name: string; deprecated: boolean }>({
    alone: true,
    run: ({ name, deprecated }) => call('POST', `${at(name)}/${deprecated ? 'deprecate' : 'reactivate'}`),
    refresh,
    done: ({ name, deprecated }) => t(deprecated ? 'done.deprecated' : 'done.reactivated', { name }),
  })

export const useDeleteStrategy = () =>
  useChange<Strategy>({
    run: ({ name }) => call('DELETE', at(name)),
    refresh: [['strategy', 'list']],
    done: ({ name }) => t('done.deleted', { name }),
  })
