import type { Move, MoveSource, StartMoveImport } from '@flagstaff/contract/moving'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'
import { isRunning } from './stations.ts'

const queryKey = ['move']
const RUNNING_MS = 1_000
const FOLLOWING_MS = 5_000

export const move = queryOptions<Move>({
  queryKey,
  queryFn: ({ signal }) => get('GET /api/admin/move', {}, signal),
  refetchInterval: ({ state: { data } }) =>
    data && isRunning(data) ? RUNNING_MS : data?.following ? FOLLOWING_MS : false,
})

export const usePlanMove = () =>
  useChange<MoveSource, Move>({
    run: (body) => send('POST /api/admin/move/plan', { body }),
    refresh: [queryKey],
  })

export const useImportMove = () =>
  useChange<StartMoveImport, Move>({
    run: (body) => send('POST /api/admin/move/import', { body }),
    refresh: [queryKey],
    toastErrors: true,
  })

export const useCompareMove = () =>
  useChange<MoveSource, Move>({
    run: (body) => send('POST /api/admin/move/compare', { body }),
    refresh: [queryKey],
    toastErrors: true,
  })

export const useEndMove = () =>
  useChange<void>({
    run: () => send('DELETE /api/admin/move', {}),
    refresh: [queryKey],
    done: () => t('ended'),
    toastErrors: true,
  })
