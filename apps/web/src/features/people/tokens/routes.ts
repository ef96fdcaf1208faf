import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'
import { type View, views } from './views.ts'

const getParentRoute = () => rootRoute

type TokenSearch = { q?: string | undefined; view?: View | undefined; new?: true | undefined }

export const tokenRoutes = [
  createRoute({
    getParentRoute,
    path: '/admin/api',
    validateSearch: (search: Record<string, unknown>): TokenSearch => ({
      q: textOf(search.q),
      view: views.find((view) => view === search.view && view !== 'all'),
      new: search.new === true ? true : undefined,
    }),
    component: lazyRouteComponent(() => import('./TokenList.tsx'), 'TokenList'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/api/create-token',
    beforeLoad: () => {
      throw redirect({ to: '/admin/api', search: { new: true }, replace: true })
    },
  }),
  createRoute({
    getParentRoute,
    path: '/profile/personal-api-tokens',
    validateSearch: (search: Record<string, unknown>): { new?: true | undefined } => ({
      new: search.new === true ? true : undefined,
    }),
    component: lazyRouteComponent(() => import('./PersonalTokenList.tsx'), 'PersonalTokenList'),
  }),
] as const
