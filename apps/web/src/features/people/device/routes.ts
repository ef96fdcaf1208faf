import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'

export const deviceRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/device',
    validateSearch: (search: Record<string, unknown>): { code?: string | undefined } => ({
      code: textOf(search.code),
    }),
    component: lazyRouteComponent(() => import('./DevicePage.tsx'), 'DevicePage'),
  }),
] as const
