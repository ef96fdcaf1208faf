import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../../app/root.tsx'
import { readPlaySearch } from './search.ts'

const getParentRoute = () => root

export const playgroundRoutes = [
  createRoute({
    getParentRoute,
    path: '/playground',
    validateSearch: readPlaySearch,
    component: lazyRouteComponent(() => import('./Playground.tsx'), 'Playground'),
  }),
] as const
