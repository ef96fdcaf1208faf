import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'
import { readInboxSearch, readProjectSearch } from './search.ts'

const getParentRoute = () => rootRoute

export const requestRoutes = [
  createRoute({
    getParentRoute,
    path: '/change-requests',
    validateSearch: readInboxSearch,
    component: lazyRouteComponent(() => import('./Inbox.tsx'), 'Inbox'),
  }),
  createRoute({
    getParentRoute,
    path: '/projects/$projectId/change-requests',
    validateSearch: readProjectSearch,
    component: lazyRouteComponent(() => import('./ProjectRequests.tsx'), 'ProjectRequests'),
  }),
  createRoute({
    getParentRoute,
    path: '/projects/$projectId/change-requests/$id',
    component: lazyRouteComponent(() => import('./RequestPage.tsx'), 'RequestPage'),
  }),
] as const
