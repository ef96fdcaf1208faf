import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute
/** The id of a test sign-in, from the provider's redirect. */
const validateSearch = (search: Record<string, unknown>): { tried?: string | undefined } => ({
  tried: textOf(search.tried),
})

export const ssoRoutes = [
  createRoute({
    getParentRoute,
    path: '/admin/auth/oidc',
    validateSearch,
    component: lazyRouteComponent(() => import('./pages.ts'), 'Oidc'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/auth/saml',
    validateSearch,
    component: lazyRouteComponent(() => import('./pages.ts'), 'Saml'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/auth/password',
    component: lazyRouteComponent(() => import('./pages.ts'), 'Password'),
  }),
] as const
