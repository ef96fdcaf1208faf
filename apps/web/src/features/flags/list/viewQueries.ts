import type { SavedView, SaveView } from '@flagstaff/contract/views'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

const KEY = ['view', 'list'] as const

export const savedViews = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) => (await get('GET /api/admin/views', {}, signal)).views,
})

export const useSaveView = () =>
  useChange({
    run: (view: SaveView) => send('PUT /api/admin/views', { body: view }),
    refresh: [KEY],
    done: ({ name }) => t('views.saved', { name }),
  })

export const useDeleteView = () =>
  useChange({
    run: ({ id }: SavedView) => send('DELETE /api/admin/views/:id', { params: { id } }),
    refresh: [KEY],
    done: ({ name }) => t('views.deleted', { name }),
    toastErrors: true,
  })
