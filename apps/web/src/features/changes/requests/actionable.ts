import { queryOptions } from '@tanstack/react-query'
import { get } from '../../../lib/api.ts'

/** How many requests wait for the user. A separate file, because every page loads it for the navigation. */
export const actionableCount = queryOptions({
  queryKey: ['change-request', 'actionable'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/change-requests/actionable', {}, signal)).total,
})
