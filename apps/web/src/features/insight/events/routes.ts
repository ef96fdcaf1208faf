import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'
import { readLogSearch } from './search.ts'

const getParentRoute = () => rootRoute

export const eventRoutes = [
  createRoute({
    getParentRoute,
    path: '/history',
    validateSearch: readLogSearch,
    component: lazyRouteComponent(() => import('./History.tsx'), 'History'),
  }),
  createRoute({
    getParentRoute,
    path: '/projects/$projectId/logs',
    validateSearch: readLogSearch,
    component: lazyRouteComponent(() => import('./History.tsx'), 'ProjectHistory'),
  }),
] as const
