import type { ContextField, CreateContextField } from '@flagstaff/contract/context'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

export const contextField = (name: string) =>
  queryOptions({
    queryKey: ['context', name],
    queryFn: ({ signal }) =>
      get('GET /api/admin/context/:contextField', { params: { contextField: name } }, signal),
  })

export const contextUses = (name: string) =>
  queryOptions({
    queryKey: ['context', name, 'uses'],
    // Changes of rules affect this without invalidating the query.
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await get(
          'GET /api/admin/context/:contextField/strategies',
          { params: { contextField: name } },
          signal,
        )
      ).strategies,
  })

type Saved = { field: CreateContextField; exists: boolean; version?: number | undefined }

export const useSaveField = () =>
  useChange<Saved>({
    run: ({ field: { name, ...rest }, exists, version }) =>
      exists
        ? send(
            'PUT /api/admin/context/:contextField',
            { params: { contextField: name }, body: rest },
            { version },
          )
        : send('POST /api/admin/context', { body: { name, ...rest } }),
    refresh: [['context']],
    done: ({ field }) => t('context.saved', { name: field.name }),
  })

export const useDeleteField = () =>
  useChange<ContextField>({
    run: ({ name }) => send('DELETE /api/admin/context/:contextField', { params: { contextField: name } }),
    refresh: [['context']],
    done: ({ name }) => t('context.deleted', { name }),
  })
