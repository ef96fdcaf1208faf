import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../../app/root.tsx'

const getParentRoute = () => root

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
] as const
