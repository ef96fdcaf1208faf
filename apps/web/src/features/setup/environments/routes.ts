import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

export const environmentRoutes = [
  createRoute({
    getParentRoute,
    path: '/environments',
    component: lazyRouteComponent(() => import('./EnvironmentList.tsx'), 'EnvironmentList'),
  }),
  createRoute({
    getParentRoute,
    path: '/environments/create',
    component: lazyRouteComponent(() => import('./EnvironmentForm.tsx'), 'NewEnvironment'),
  }),
  createRoute({
    getParentRoute,
    path: '/environments/$name',
    component: lazyRouteComponent(() => import('./EnvironmentForm.tsx'), 'EditEnvironment'),
  }),
  createRoute({
    getParentRoute,
    path: '/environments/$name/clone',
    component: lazyRouteComponent(() => import('./EnvironmentForm.tsx'), 'CloneOfEnvironment'),
  }),
] as const
