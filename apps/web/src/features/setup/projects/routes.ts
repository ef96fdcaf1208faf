import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

type ProjectListSearch = { q?: string | undefined; sort?: string | undefined; order?: 'desc' | undefined }

export const projectRoutes = [
  createRoute({
    getParentRoute,
    path: '/projects',
    validateSearch: (search: Record<string, unknown>): ProjectListSearch => ({
      q: textOf(search.q),
      sort: textOf(search.sort),
      order: search.order === 'desc' ? 'desc' : undefined,
    }),
    component: lazyRouteComponent(() => import('./ProjectList.tsx'), 'ProjectList'),
  }),
  createRoute({
    getParentRoute,
    path: '/projects/create',
    component: lazyRouteComponent(() => import('./ProjectForm.tsx'), 'NewProject'),
  }),
  createRoute({
    getParentRoute,
    path: '/projects-archive',
    component: lazyRouteComponent(() => import('./ProjectArchive.tsx'), 'ProjectArchive'),
  }),
  createRoute({
    getParentRoute,
    path: '/projects/$projectId/settings',
    beforeLoad: ({ params }) => {
      throw redirect({
        to: '/projects/$projectId/settings/$place',
        params: { ...params, place: 'general' },
        replace: true,
      })
    },
  }),
  createRoute({
    getParentRoute,
    path: '/projects/$projectId/settings/$place',
    component: lazyRouteComponent(() => import('./settings/ProjectSettings.tsx'), 'ProjectSettings'),
  }),
] as const
