import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

export const integrationRoutes = [
  createRoute({
    getParentRoute,
    path: '/integrations',
    component: lazyRouteComponent(() => import('./IntegrationList.tsx'), 'IntegrationList'),
  }),
  createRoute({
    getParentRoute,
    path: '/integrations/create/$provider',
    component: lazyRouteComponent(() => import('./IntegrationForm.tsx'), 'NewIntegration'),
  }),
  createRoute({
    getParentRoute,
    path: '/integrations/edit/$id',
    component: lazyRouteComponent(() => import('./IntegrationForm.tsx'), 'EditIntegration'),
  }),
  createRoute({
    getParentRoute,
    path: '/integrations/edit/$id/deliveries',
    component: lazyRouteComponent(() => import('./Deliveries.tsx'), 'Deliveries'),
  }),
] as const
