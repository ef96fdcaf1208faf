import type { SavedView, SavedViews, SaveView } from '@flagstaff/contract/views'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

const KEY = ['view', 'list'] as const

export const savedViews = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) => (await read<SavedViews>('/api/admin/views', signal)).views,
})

export const useSaveView = () =>
  useChange({
    run: (view: SaveView) => call<SavedView>('PUT', '/api/admin/views', view),
    refresh: [KEY],
    done: ({ name }) => t('views.saved', { name }),
  })

export const useDeleteView = () =>
  useChange({
    run: ({ id }: SavedView) => call('DELETE', `/api/admin/views/${id}`),
    refresh: [KEY],
    done: ({ name }) => t('views.deleted', { name }),
    alone: true,
  })
