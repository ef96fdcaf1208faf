import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { accessRoutes } from '../features/access/routes.ts'
import { applicationRoutes } from '../features/applications/routes.ts'
import { compareRoutes } from '../features/compare/routes.ts'
import { contextRoutes } from '../features/context/routes.ts'
import { edgeRoutes } from '../features/edges/routes.ts'
import { environmentRoutes } from '../features/environments/routes.ts'
import { eventRoutes } from '../features/events/routes.ts'
import { flagListRoutes } from '../features/flags/list/routes.ts'
import { flagRoutes } from '../features/flags/page/routes.ts'
import { instanceRoutes } from '../features/instance/routes.ts'
import { loginRoutes } from '../features/logins/routes.ts'
import { playgroundRoutes } from '../features/playground/routes.ts'
import { profileRoutes } from '../features/profile/routes.ts'
import { projectRoutes } from '../features/projects/routes.ts'
import { scimRoutes } from '../features/scim/routes.ts'
import { segmentRoutes } from '../features/segments/routes.ts'
import { serviceAccountRoutes } from '../features/service-accounts/routes.ts'
import { sessionRoutes } from '../features/sessions/routes.ts'
import { ssoRoutes } from '../features/sso/routes.ts'
import { strategyRoutes } from '../features/strategies/routes.ts'
import { tagRoutes } from '../features/tags/routes.ts'
import { tokenRoutes } from '../features/tokens/routes.ts'
import { transferRoutes } from '../features/transfer/routes.ts'
import { typeRoutes } from '../features/types/routes.ts'
import { usageRoutes } from '../features/usage/routes.ts'
import { userRoutes } from '../features/users/routes.ts'
import { boot } from '../lib/boot.ts'
import { Loading } from '../ui/Loading.tsx'
import { ErrorState } from '../ui/State.tsx'
import { root } from './root.tsx'

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/projects' })
  },
})

const tree = root.addChildren([
  home,
  ...projectRoutes,
  ...flagRoutes,
  ...flagListRoutes,
  ...compareRoutes,
  ...transferRoutes,
  ...playgroundRoutes,
  ...segmentRoutes,
  ...applicationRoutes,
  ...usageRoutes,
  ...eventRoutes,
  ...tokenRoutes,
  ...contextRoutes,
  ...environmentRoutes,
  ...typeRoutes,
  ...strategyRoutes,
  ...tagRoutes,
  ...instanceRoutes,
  ...ssoRoutes,
  ...edgeRoutes,
  ...userRoutes,
  ...accessRoutes,
  ...serviceAccountRoutes,
  ...sessionRoutes,
  ...loginRoutes,
  ...scimRoutes,
  ...profileRoutes,
])

export const createAppRouter = (cache: QueryClient) =>
  createRouter({
    routeTree: tree,
    basepath: boot.basePath || '/',
    context: { cache },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <Loading rows={12} />,
    defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} retry={reset} />,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
