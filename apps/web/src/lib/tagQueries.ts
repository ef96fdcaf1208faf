import { queryOptions } from '@tanstack/react-query'
import { get } from './api.ts'

export const tagList = queryOptions({
  queryKey: ['tag', 'list'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/tags', {}, signal)).tags,
})

export const tagTypeList = queryOptions({
  queryKey: ['tag-type', 'list'],
  // Changes of flags affect the usage counts without invalidating this query.
  staleTime: 0,
  queryFn: async ({ signal }) => (await get('GET /api/admin/tag-types', {}, signal)).tagTypes,
})
