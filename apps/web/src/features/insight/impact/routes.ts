import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

export const impactRoutes = [
  createRoute({
    getParentRoute,
    path: '/impact-metrics',
    component: lazyRouteComponent(() => import('./ImpactMetrics.tsx'), 'ImpactMetrics'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/impact-metrics',
    component: lazyRouteComponent(() => import('./Source.tsx'), 'Source'),
  }),
] as const
