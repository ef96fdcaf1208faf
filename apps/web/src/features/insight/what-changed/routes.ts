import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'
import { readSearch } from './search.ts'

export const whatChangedRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/changes',
    validateSearch: readSearch,
    component: lazyRouteComponent(() => import('./WhatChanged.tsx'), 'WhatChanged'),
  }),
] as const
