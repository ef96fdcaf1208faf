import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'

export const typeRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/feature-toggle-type',
    component: lazyRouteComponent(() => import('./TypeList.tsx'), 'TypeList'),
  }),
] as const
