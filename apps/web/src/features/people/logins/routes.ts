import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'
import type { LoginSearch, View } from './queries.ts'

const views: readonly View[] = ['failed', 'login', 'logout']

export const loginRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/logins',
    validateSearch: (search: Record<string, unknown>): LoginSearch => ({
      q: textOf(search.q),
      view: views.find((view) => view === search.view),
      offset:
        Number.isInteger(search.offset) && Number(search.offset) > 0 ? Number(search.offset) : undefined,
    }),
    component: lazyRouteComponent(() => import('./LoginHistory.tsx'), 'LoginHistory'),
  }),
] as const
