import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

export const instanceRoutes = [
  createRoute({
    getParentRoute,
    path: '/admin',
    component: lazyRouteComponent(() => import('./AdminHome.tsx'), 'AdminHome'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/cors',
    component: lazyRouteComponent(() => import('./Cors.tsx'), 'Cors'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/maintenance',
    component: lazyRouteComponent(() => import('./Maintenance.tsx'), 'Maintenance'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/sample',
    component: lazyRouteComponent(() => import('./Sample.tsx'), 'Sample'),
  }),
] as const
