import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'

export const usageRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/unknown-flags',
    validateSearch: (search: Record<string, unknown>): { q?: string | undefined } => ({
      q: textOf(search.q),
    }),
    component: lazyRouteComponent(() => import('./UnknownFlags.tsx'), 'UnknownFlags'),
  }),
] as const
