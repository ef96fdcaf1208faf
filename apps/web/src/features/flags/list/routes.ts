import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../../../app/root.tsx'
import { readSearch } from './search.ts'

const getParentRoute = () => root

export const flagListRoutes = [
  createRoute({
    getParentRoute,
    path: '/projects/$projectId',
    validateSearch: readSearch,
    component: lazyRouteComponent(() => import('./pages.tsx'), 'ProjectFlags'),
  }),
  createRoute({
    getParentRoute,
    path: '/search',
    validateSearch: readSearch,
    component: lazyRouteComponent(() => import('./pages.tsx'), 'AllFlags'),
  }),
] as const
