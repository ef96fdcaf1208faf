import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'

export const eventPartRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/event-log',
    component: lazyRouteComponent(() => import('./EventPartList.tsx'), 'EventPartList'),
  }),
] as const
