import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'

export type ImportSearch = {
  environment?: string | undefined
  /** Open the file dialog at once, when coming from a menu. */
  choose?: true | undefined
}

export const transferRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/projects/$projectId/import',
    validateSearch: (search: Record<string, unknown>): ImportSearch => ({
      environment: textOf(search.environment),
      choose: search.choose === true ? true : undefined,
    }),
    component: lazyRouteComponent(() => import('./Import.tsx'), 'Import'),
  }),
] as const
