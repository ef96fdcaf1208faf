import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root, textOf } from '../../app/root.tsx'

export type ImportSearch = {
  environment?: string | undefined
  /** Whoever comes from a menu is asked for the file at once. */
  choose?: true | undefined
}

export const transferRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/projects/$projectId/import',
    validateSearch: (search: Record<string, unknown>): ImportSearch => ({
      environment: textOf(search.environment),
      choose: search.choose === true ? true : undefined,
    }),
    component: lazyRouteComponent(() => import('./Import.tsx'), 'Import'),
  }),
] as const
