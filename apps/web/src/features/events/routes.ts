import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../../app/root.tsx'
import { readLogSearch } from './search.ts'

const getParentRoute = () => root

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
