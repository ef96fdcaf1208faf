import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'
import { readCompareSearch, readPermissionsSearch } from './search.ts'

const getParentRoute = () => rootRoute

type ListSearch = { q?: string | undefined }
const listSearch = (search: Record<string, unknown>): ListSearch => ({ q: textOf(search.q) })

const pages = () => import('./pages.ts')

export const accessRoutes = [
  createRoute({
    getParentRoute,
    path: '/admin/roles',
    validateSearch: listSearch,
    component: lazyRouteComponent(pages, 'RootRoles'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/roles/project-roles',
    validateSearch: listSearch,
    component: lazyRouteComponent(pages, 'ProjectRoles'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/roles/create',
    component: lazyRouteComponent(pages, 'NewRootRole'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/roles/project-roles/create',
    component: lazyRouteComponent(pages, 'NewProjectRole'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/roles/compare',
    validateSearch: readCompareSearch,
    component: lazyRouteComponent(pages, 'CompareRoles'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/roles/$id',
    component: lazyRouteComponent(pages, 'EditRole'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/groups',
    validateSearch: listSearch,
    component: lazyRouteComponent(pages, 'GroupList'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/groups/create',
    component: lazyRouteComponent(pages, 'NewGroup'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/groups/$id',
    component: lazyRouteComponent(pages, 'EditGroup'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/users/$id/permissions',
    validateSearch: readPermissionsSearch,
    component: lazyRouteComponent(pages, 'PermissionsOfUser'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/service-accounts/$id/permissions',
    validateSearch: readPermissionsSearch,
    component: lazyRouteComponent(pages, 'PermissionsOfServiceAccount'),
  }),
] as const
