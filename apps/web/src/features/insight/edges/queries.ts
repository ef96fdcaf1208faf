import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

export const edgeList = queryOptions({
  queryKey: ['edge', 'list'],
  queryFn: ({ signal }) => get('GET /api/admin/edges', {}, signal),
  refetchInterval: 5_000,
})

export const useDisconnectAll = () =>
  useChange<void>({
    run: () => send('POST /api/admin/streaming/disconnect-all', {}),
    refresh: [['edge']],
    done: () => t('disconnect.done'),
    toastErrors: true,
  })
