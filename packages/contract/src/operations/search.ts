import { operations } from '../operation.ts'
import { SearchFeatures, SearchFeaturesQuery } from '../search.ts'

export const searchOperations = operations({
  'GET /api/admin/search/features': {
    id: 'searchFeatures',
    tags: ['Search'],
    summary: 'Search flags',
    description:
      'Returns a page of the flags that match all filters, in every project that the caller has access to, and the `total` of all pages. A filter is an operator, a colon and comma-separated values, such as `IS_ANY_OF:release,experiment`; a malformed one returns 400. A page has 50 flags by default and 100 at most.',
    permission: 'authenticated',
    query: SearchFeaturesQuery,
    responses: { 200: SearchFeatures },
    example: {
      query: {
        query: 'checkout',
        project: 'IS:default',
        status: ['production:enabled'],
        sortBy: 'name',
        limit: '20',
      },
    },
  },
})
