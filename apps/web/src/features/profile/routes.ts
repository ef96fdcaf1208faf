import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../../app/root.tsx'

const getParentRoute = () => root

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
