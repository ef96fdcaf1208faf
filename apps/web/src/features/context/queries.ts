import type { ContextField, ContextFieldStrategies, CreateContextField } from '@flagstaff/contract/context'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { t } from './messages.ts'

const at = (name: string) => `/api/admin/context/${encodeURIComponent(name)}`

export const contextField = (name: string) =>
  queryOptions({
    queryKey: ['context', name],
    queryFn: ({ signal }) => read<ContextField>(at(name), signal),
  })

export const contextUses = (name: string) =>
  queryOptions({
    queryKey: ['context', name, 'uses'],
    // Rules change it without touching it.
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await read<ContextFieldStrategies>(`${at(name)}/strategies`, signal)).strategies,
  })

type Saved = { field: CreateContextField; exists: boolean; version?: number | undefined }

export const useSaveField = () =>
  useChange<Saved>({
    run: ({ field: { name, ...rest }, exists, version }) =>
      exists
        ? call('PUT', at(name), rest, { version })
        : call('POST', '/api/admin/context', { name, ...rest }),
    refresh: [['context']],
    done: ({ field }) => t('context.saved', { name: field.name }),
  })

export const useDeleteField = () =>
  useChange<ContextField>({
    run: ({ name }) => call('DELETE', at(name)),
    refresh: [['context']],
    done: ({ name }) => t('context.deleted', { name }),
  })
