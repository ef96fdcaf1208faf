import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

export const contextRoutes = [
  createRoute({
    getParentRoute,
    path: '/context',
    validateSearch: (search: Record<string, unknown>): { q?: string | undefined } => ({
      q: textOf(search.q),
    }),
    component: lazyRouteComponent(() => import('./ContextList.tsx'), 'ContextList'),
  }),
  createRoute({
    getParentRoute,
    path: '/context/create',
    validateSearch: (search: Record<string, unknown>): { project?: string | undefined } => ({
      project: textOf(search.project),
    }),
    component: lazyRouteComponent(() => import('./ContextForm.tsx'), 'NewContextField'),
  }),
  createRoute({
    getParentRoute,
    path: '/context/edit/$name',
    component: lazyRouteComponent(() => import('./ContextForm.tsx'), 'EditContextField'),
  }),
] as const
