import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'
import { readPlaySearch } from './search.ts'

const getParentRoute = () => rootRoute

export const playgroundRoutes = [
  createRoute({
    getParentRoute,
    path: '/playground',
    validateSearch: readPlaySearch,
    component: lazyRouteComponent(() => import('./Playground.tsx'), 'Playground'),
  }),
] as const
