import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

type NewTemplateSearch = { project?: string | undefined; start?: 'steps' | undefined }

export const templateFormRoutes = [
  createRoute({
    getParentRoute,
    path: '/release-templates/create-template',
    validateSearch: (search: Record<string, unknown>): NewTemplateSearch => ({
      project: textOf(search.project),
      start: search.start === 'steps' ? 'steps' : undefined,
    }),
    component: lazyRouteComponent(() => import('./editors.ts'), 'NewTemplate'),
  }),
  createRoute({
    getParentRoute,
    path: '/release-templates/edit/$id',
    component: lazyRouteComponent(() => import('./editors.ts'), 'EditTemplate'),
  }),
] as const
