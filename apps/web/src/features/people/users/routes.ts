import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

type UserSearch = {
  q?: string | undefined
  view?: string | undefined
  new?: true | undefined
  edit?: number | undefined
}

export const userRoutes = [
  createRoute({
    getParentRoute,
    path: '/admin/users',
    validateSearch: (search: Record<string, unknown>): UserSearch => ({
      q: textOf(search.q),
      view: textOf(search.view),
      new: search.new === true ? true : undefined,
      edit: Number.isInteger(search.edit) ? Number(search.edit) : undefined,
    }),
    component: lazyRouteComponent(() => import('./UserList.tsx'), 'UserList'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/users/inactive',
    beforeLoad: () => {
      throw redirect({ to: '/admin/users', search: { view: 'inactive' }, replace: true })
    },
  }),
  createRoute({
    getParentRoute,
    path: '/admin/create-user',
    beforeLoad: () => {
      throw redirect({ to: '/admin/users', search: { new: true }, replace: true })
    },
  }),
  createRoute({
    getParentRoute,
    path: '/admin/users/$id/edit',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/admin/users', search: { edit: Number(params.id) }, replace: true })
    },
  }),
] as const
