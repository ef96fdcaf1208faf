import { queryOptions } from '@tanstack/react-query'
import { get } from '../../../lib/api.ts'

/** Search results for the palette: more than it shows, so that they can be ranked. */
export const flagsCalled = (word: string) =>
  queryOptions({
    queryKey: ['flag', 'list', 'called', word],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/search/features',
        { query: { query: word, limit: '50', sortBy: 'name', favoritesFirst: 'true' } },
        signal,
      ),
    staleTime: 30_000,
  })
