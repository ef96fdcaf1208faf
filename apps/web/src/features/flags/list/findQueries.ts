import type { SearchFeatures } from '@flagstaff/contract/search'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../../../lib/api.ts'

const search = '/api/admin/search/features'

/** What the palette finds: more than it shows, so that the best can be put first. */
export const flagsCalled = (word: string) =>
  queryOptions({
    queryKey: ['flag', 'list', 'called', word],
    queryFn: ({ signal }) =>
      read<SearchFeatures>(
        `${search}?query=${encodeURIComponent(word)}&limit=50&sortBy=name&favoritesFirst=true`,
        signal,
      ),
    staleTime: 30_000,
  })
