import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

export const signalRoutes = [
  createRoute({
    getParentRoute,
    path: '/integrations/signals',
    component: lazyRouteComponent(() => import('./EndpointList.tsx'), 'EndpointList'),
  }),
  createRoute({
    getParentRoute,
    path: '/integrations/signals/$id',
    component: lazyRouteComponent(() => import('./Endpoint.tsx'), 'Endpoint'),
  }),
  createRoute({
    getParentRoute,
    path: '/projects/$projectId/settings/actions/create',
    component: lazyRouteComponent(() => import('./SetForm.tsx'), 'NewSet'),
  }),
  createRoute({
    getParentRoute,
    path: '/projects/$projectId/settings/actions/$id',
    component: lazyRouteComponent(() => import('./SetForm.tsx'), 'EditSet'),
  }),
  createRoute({
    getParentRoute,
    path: '/projects/$projectId/settings/actions/$id/runs',
    component: lazyRouteComponent(() => import('./SetRuns.tsx'), 'SetRuns'),
  }),
] as const
