import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root, textOf } from '../../app/root.tsx'

export const usageRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/unknown-flags',
    validateSearch: (search: Record<string, unknown>): { q?: string | undefined } => ({
      q: textOf(search.q),
    }),
    component: lazyRouteComponent(() => import('./UnknownFlags.tsx'), 'UnknownFlags'),
  }),
] as const
