import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

export const sessionRoutes = [
  createRoute({
    getParentRoute,
    path: '/profile/sessions',
    component: lazyRouteComponent(() => import('./OwnSessions.tsx'), 'OwnSessions'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/sessions',
    validateSearch: (search: Record<string, unknown>): { q?: string | undefined } => ({
      q: textOf(search.q),
    }),
    component: lazyRouteComponent(() => import('./AllSessions.tsx'), 'AllSessions'),
  }),
] as const
