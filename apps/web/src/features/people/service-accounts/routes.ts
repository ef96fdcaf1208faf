import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'

export type ServiceSearch = {
  q?: string | undefined
  new?: true | undefined
  edit?: number | undefined
  tokens?: number | undefined
}

const numberOf = (value: unknown) => (Number.isInteger(value) ? Number(value) : undefined)

export const serviceAccountRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/service-accounts',
    validateSearch: (search: Record<string, unknown>): ServiceSearch => ({
      q: textOf(search.q),
      new: search.new === true ? true : undefined,
      edit: numberOf(search.edit),
      tokens: numberOf(search.tokens),
    }),
    component: lazyRouteComponent(() => import('./ServiceAccountList.tsx'), 'ServiceAccountList'),
  }),
] as const
