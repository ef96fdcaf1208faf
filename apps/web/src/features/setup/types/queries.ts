import type { FeatureType } from '@flagstaff/contract/flag-types'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

export const typeList = queryOptions({
  queryKey: ['flag-type', 'list'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/feature-types', {}, signal)).types,
})

export const useSetLifetime = () =>
  useChange<{ type: FeatureType; days: number | null }>({
    run: ({ type, days }) =>
      send(
        'PUT /api/admin/feature-types/:id/lifetime',
        { params: { id: type.id }, body: { lifetimeDays: days } },
        { version: type.objectVersion },
      ),
    refresh: [['flag-type']],
    done: ({ type, days }) => t('types.saved', { name: type.name, days: days ?? 0 }),
  })
