import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'

export const movingRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/move',
    component: lazyRouteComponent(() => import('./Moving.tsx'), 'Moving'),
  }),
] as const
