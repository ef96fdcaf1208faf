import type { Tags, TagTypes } from '@flagstaff/contract/tags'
import { queryOptions } from '@tanstack/react-query'
import { read } from './api.ts'

export const tagList = queryOptions({
  queryKey: ['tag', 'list'],
  queryFn: async ({ signal }) => (await read<Tags>('/api/admin/tags', signal)).tags,
})

export const tagTypeList = queryOptions({
  queryKey: ['tag-type', 'list'],
  // Flags change how often it is used without touching it.
  staleTime: 0,
  queryFn: async ({ signal }) => (await read<TagTypes>('/api/admin/tag-types', signal)).tagTypes,
})
