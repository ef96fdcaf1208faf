import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

export const tagRoutes = [
  createRoute({
    getParentRoute,
    path: '/tag-types',
    component: lazyRouteComponent(() => import('./TagTypeList.tsx'), 'TagTypeList'),
  }),
  createRoute({
    getParentRoute,
    path: '/tag-types/create',
    component: lazyRouteComponent(() => import('./TagTypeForm.tsx'), 'NewTagType'),
  }),
  createRoute({
    getParentRoute,
    path: '/tag-types/edit/$name',
    component: lazyRouteComponent(() => import('./TagTypeForm.tsx'), 'EditTagType'),
  }),
] as const
