import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

export const freezeRoutes = [
  createRoute({
    getParentRoute,
    path: '/freezes',
    component: lazyRouteComponent(() => import('./FreezeList.tsx'), 'FreezeList'),
  }),
  createRoute({
    getParentRoute,
    path: '/freezes/create',
    validateSearch: (search: Record<string, unknown>): { project?: string | undefined } => ({
      project: textOf(search.project),
    }),
    component: lazyRouteComponent(() => import('./FreezeForm.tsx'), 'NewFreeze'),
  }),
  createRoute({
    getParentRoute,
    path: '/freezes/edit/$id',
    component: lazyRouteComponent(() => import('./FreezeForm.tsx'), 'EditFreeze'),
  }),
] as const
