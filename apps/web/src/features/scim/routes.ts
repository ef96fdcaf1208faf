import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../../app/root.tsx'

export const scimRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/admin/auth/scim',
    component: lazyRouteComponent(() => import('./Scim.tsx'), 'Scim'),
  }),
] as const
