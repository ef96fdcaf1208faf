import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../../app/root.tsx'

export const edgeRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/admin/edges',
    component: lazyRouteComponent(() => import('./Edges.tsx'), 'Edges'),
  }),
] as const
