import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

export const notificationRoutes = [
  createRoute({
    getParentRoute,
    path: '/notifications',
    validateSearch: (
      search: Record<string, unknown>,
    ): { about?: string | undefined; unread?: true | undefined } => ({
      about: textOf(search.about),
      unread: search.unread === true ? true : undefined,
    }),
    component: lazyRouteComponent(() => import('./NotificationList.tsx'), 'NotificationList'),
  }),
  createRoute({
    getParentRoute,
    path: '/profile/notifications',
    component: lazyRouteComponent(() => import('./Preferences.tsx'), 'Preferences'),
  }),
] as const
