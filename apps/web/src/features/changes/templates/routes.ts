import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'

export const templateRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/release-templates',
    component: lazyRouteComponent(() => import('./TemplateList.tsx'), 'TemplateList'),
  }),
] as const
