import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'

export const scimRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/auth/scim',
    component: lazyRouteComponent(() => import('./Scim.tsx'), 'Scim'),
  }),
] as const
