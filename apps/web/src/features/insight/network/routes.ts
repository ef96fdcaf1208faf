import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'

export const networkRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/network',
    component: lazyRouteComponent(() => import('./Overview.tsx'), 'Overview'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/network/traffic',
    component: lazyRouteComponent(() => import('./Traffic.tsx'), 'Traffic'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/network/data-usage',
    component: lazyRouteComponent(() => import('./Usage.tsx'), 'DataUsage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/network/backend-connections',
    component: lazyRouteComponent(() => import('./Usage.tsx'), 'BackendConnections'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/network/frontend-data-usage',
    component: lazyRouteComponent(() => import('./Usage.tsx'), 'FrontendRequests'),
  }),
] as const
