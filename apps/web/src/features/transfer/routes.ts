import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root, textOf } from '../../app/root.tsx'

export type ImportSearch = { environment?: string | undefined }

export const transferRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/projects/$projectId/import',
    validateSearch: (search: Record<string, unknown>): ImportSearch => ({
      environment: textOf(search.environment),
    }),
    component: lazyRouteComponent(() => import('./Import.tsx'), 'Import'),
  }),
] as const
