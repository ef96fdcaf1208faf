import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'
import { readCompareSearch } from './search.ts'

export const compareRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/projects/$projectId/compare',
    validateSearch: readCompareSearch,
    component: lazyRouteComponent(() => import('./Compare.tsx'), 'Compare'),
  }),
] as const
