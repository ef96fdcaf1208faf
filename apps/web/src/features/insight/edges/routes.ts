import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'

export const edgeRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/edges',
    component: lazyRouteComponent(() => import('./Edges.tsx'), 'Edges'),
  }),
] as const
