import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root, textOf } from '../../app/root.tsx'

const getParentRoute = () => root
/** The key to the outcome of a trial, brought along from the provider. */
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
