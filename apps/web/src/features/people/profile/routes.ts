import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

export const profileRoutes = [
  createRoute({
    getParentRoute,
    path: '/profile',
    component: lazyRouteComponent(() => import('./Profile.tsx'), 'Profile'),
  }),
  createRoute({
    getParentRoute,
    path: '/profile/change-password',
    component: lazyRouteComponent(() => import('./ChangePassword.tsx'), 'ChangePassword'),
  }),
] as const
