import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

export const homeRoutes = [
  createRoute({
    getParentRoute,
    path: '/personal',
    component: lazyRouteComponent(() => import('./Home.tsx'), 'Home'),
  }),
] as const
