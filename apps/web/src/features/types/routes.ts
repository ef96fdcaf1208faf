import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../../app/root.tsx'

export const typeRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/feature-toggle-type',
    component: lazyRouteComponent(() => import('./TypeList.tsx'), 'TypeList'),
  }),
] as const
