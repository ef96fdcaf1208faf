import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

export const segmentRoutes = [
  createRoute({
    getParentRoute,
    path: '/segments',
    validateSearch: (search: Record<string, unknown>): { q?: string | undefined } => ({
      q: textOf(search.q),
    }),
    component: lazyRouteComponent(() => import('./SegmentList.tsx'), 'SegmentList'),
  }),
  createRoute({
    getParentRoute,
    path: '/segments/create',
    validateSearch: (search: Record<string, unknown>): { project?: string | undefined } => ({
      project: textOf(search.project),
    }),
    component: lazyRouteComponent(() => import('./SegmentForm.tsx'), 'NewSegment'),
  }),
  createRoute({
    getParentRoute,
    path: '/segments/edit/$id',
    component: lazyRouteComponent(() => import('./SegmentForm.tsx'), 'EditSegment'),
  }),
] as const
