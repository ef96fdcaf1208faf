import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

export const strategyRoutes = [
  createRoute({
    getParentRoute,
    path: '/strategies',
    validateSearch: (search: Record<string, unknown>): { q?: string | undefined } => ({
      q: textOf(search.q),
    }),
    component: lazyRouteComponent(() => import('./StrategyList.tsx'), 'StrategyList'),
  }),
  createRoute({
    getParentRoute,
    path: '/strategies/create',
    component: lazyRouteComponent(() => import('./StrategyForm.tsx'), 'NewStrategy'),
  }),
  createRoute({
    getParentRoute,
    path: '/strategies/$name',
    component: lazyRouteComponent(() => import('./StrategyPage.tsx'), 'StrategyPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/strategies/$name/edit',
    component: lazyRouteComponent(() => import('./StrategyForm.tsx'), 'EditStrategy'),
  }),
] as const
