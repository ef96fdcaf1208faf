import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root, textOf } from '../../app/root.tsx'

const getParentRoute = () => root
const numberOf = (value: unknown): number | undefined => (Number.isInteger(value) ? Number(value) : undefined)

type ListSearch = { q?: string | undefined }
const listSearch = (search: Record<string, unknown>): ListSearch => ({ q: textOf(search.q) })

export type CompareSearch = {
  one?: number | undefined
  other?: number | undefined
  /** Also what both allow, or both refuse. */
  all?: true | undefined
}

export type PermissionsSearch = {
  project?: string | undefined
  environment?: string | undefined
  /** The one that is asked about. */
  permission?: string | undefined
  q?: string | undefined
  show?: 'allowed' | 'refused' | undefined
}

const permissionsSearch = (search: Record<string, unknown>): PermissionsSearch => ({
  project: textOf(search.project),
  environment: textOf(search.environment),
  permission: textOf(search.permission),
  q: textOf(search.q),
  show: search.show === 'allowed' || search.show === 'refused' ? search.show : undefined,
})

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
    validateSearch: (search: Record<string, unknown>): CompareSearch => ({
      one: numberOf(search.one),
      other: numberOf(search.other),
      all: search.all === true ? true : undefined,
    }),
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
    validateSearch: permissionsSearch,
    component: lazyRouteComponent(pages, 'PermissionsOfUser'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/service-accounts/$id/permissions',
    validateSearch: permissionsSearch,
    component: lazyRouteComponent(pages, 'PermissionsOfServiceAccount'),
  }),
] as const
