import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root, textOf } from '../../app/root.tsx'

const getParentRoute = () => root

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
