import { requestOf } from '@flagstaff/client'
import type { EventParts } from '@flagstaff/contract/event-parts'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { boot } from '../../../lib/boot.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

const KEY = ['setting', 'event-parts']

export const eventParts = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => get('GET /api/admin/event-parts', {}, signal),
  refetchInterval: ({ state }) => (isUnderWay(state.data) ? 2_000 : 15_000),
})

const isUnderWay = (found: EventParts | undefined) =>
  found?.parts.some(({ state }) => state === 'checking' || state === 'removing')

export const fileOf = (last: number) =>
  boot.basePath + requestOf('GET /api/admin/event-parts/:last/file', { params: { last } }).path

export const useRemovePart = () =>
  useChange<{ last: number; sha256: string }>({
    run: ({ last, sha256 }) =>
      send('POST /api/admin/event-parts/:last/removal', { params: { last }, body: { sha256 } }),
    refresh: [KEY],
    done: () => t('remove.started'),
  })
