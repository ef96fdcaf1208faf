import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'
import { readSearch } from './search.ts'

const getParentRoute = () => rootRoute

export const insightRoutes = [
  createRoute({
    getParentRoute,
    path: '/insights',
    validateSearch: readSearch,
    component: lazyRouteComponent(() => import('./Insights.tsx'), 'Insights'),
  }),
  createRoute({
    getParentRoute,
    path: '/projects/$projectId/insights',
    validateSearch: readSearch,
    component: lazyRouteComponent(() => import('./ProjectInsights.tsx'), 'ProjectInsights'),
  }),
] as const
