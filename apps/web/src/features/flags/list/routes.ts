import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../../lib/rootRoute.ts'
import { rememberedColumns } from './hiddenColumns.ts'
import { type FlagListSearch, readSearch } from './search.ts'

const getParentRoute = () => rootRoute

/** Writes the hidden columns of this browser into the URL, so that a copied link shows the same table. */
const readAddress = (search: Record<string, unknown>): FlagListSearch => {
  const read = readSearch(search)
  return { ...read, hide: read.hide ?? rememberedColumns() }
}

export const flagListRoutes = [
  createRoute({
    getParentRoute,
    path: '/projects/$projectId',
    validateSearch: readAddress,
    component: lazyRouteComponent(() => import('./pages.tsx'), 'ProjectFlags'),
  }),
  createRoute({
    getParentRoute,
    path: '/search',
    validateSearch: readAddress,
    component: lazyRouteComponent(() => import('./pages.tsx'), 'AllFlags'),
  }),
] as const
