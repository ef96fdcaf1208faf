import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { compareRoutes } from '../features/changes/compare/routes.ts'
import { freezeRoutes } from '../features/changes/freezes/routes.ts'
import { movingRoutes } from '../features/changes/moving/routes.ts'
import { requestRoutes } from '../features/changes/requests/routes.ts'
import { templateRoutes } from '../features/changes/templates/routes.ts'
import { transferRoutes } from '../features/changes/transfer/routes.ts'
import { flagListRoutes } from '../features/flags/list/routes.ts'
import { flagRoutes } from '../features/flags/page/routes.ts'
import { templateFormRoutes } from '../features/flags/templates/routes.ts'
import { accessReportRoutes } from '../features/insight/access-report/routes.ts'
import { applicationRoutes } from '../features/insight/applications/routes.ts'
import { edgeRoutes } from '../features/insight/edges/routes.ts'
import { eventPartRoutes } from '../features/insight/event-parts/routes.ts'
import { eventRoutes } from '../features/insight/events/routes.ts'
import { homeRoutes } from '../features/insight/home/routes.ts'
import { impactRoutes } from '../features/insight/impact/routes.ts'
import { insightRoutes } from '../features/insight/insights/routes.ts'
import { networkRoutes } from '../features/insight/network/routes.ts'
import { notificationRoutes } from '../features/insight/notifications/routes.ts'
import { playgroundRoutes } from '../features/insight/playground/routes.ts'
import { usageRoutes } from '../features/insight/usage/routes.ts'
import { whatChangedRoutes } from '../features/insight/what-changed/routes.ts'
import { instanceRoutes } from '../features/instance/routes.ts'
import { integrationRoutes } from '../features/outside/integrations/routes.ts'
import { signalRoutes } from '../features/outside/signals/routes.ts'
import { accessRoutes } from '../features/people/access/routes.ts'
import { deviceRoutes } from '../features/people/device/routes.ts'
import { loginRoutes } from '../features/people/logins/routes.ts'
import { profileRoutes } from '../features/people/profile/routes.ts'
import { scimRoutes } from '../features/people/scim/routes.ts'
import { serviceAccountRoutes } from '../features/people/service-accounts/routes.ts'
import { sessionRoutes } from '../features/people/sessions/routes.ts'
import { ssoRoutes } from '../features/people/sso/routes.ts'
import { tokenRoutes } from '../features/people/tokens/routes.ts'
import { userRoutes } from '../features/people/users/routes.ts'
import { contextRoutes } from '../features/setup/context/routes.ts'
import { environmentRoutes } from '../features/setup/environments/routes.ts'
import { projectRoutes } from '../features/setup/projects/routes.ts'
import { segmentRoutes } from '../features/setup/segments/routes.ts'
import { strategyRoutes } from '../features/setup/strategies/routes.ts'
import { tagRoutes } from '../features/setup/tags/routes.ts'
import { typeRoutes } from '../features/setup/types/routes.ts'
import { boot } from '../lib/boot.ts'
import { Loading } from '../ui/Loading.tsx'
import { ErrorState } from '../ui/State.tsx'
import { root } from './root.tsx'

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/personal' })
  },
})

const tree = root.addChildren([
  home,
  ...homeRoutes,
  ...projectRoutes,
  ...flagRoutes,
  ...flagListRoutes,
  ...compareRoutes,
  ...requestRoutes,
  ...freezeRoutes,
  ...integrationRoutes,
  ...signalRoutes,
  ...templateRoutes,
  ...templateFormRoutes,
  ...transferRoutes,
  ...movingRoutes,
  ...playgroundRoutes,
  ...segmentRoutes,
  ...applicationRoutes,
  ...usageRoutes,
  ...impactRoutes,
  ...insightRoutes,
  ...eventRoutes,
  ...eventPartRoutes,
  ...whatChangedRoutes,
  ...notificationRoutes,
  ...tokenRoutes,
  ...contextRoutes,
  ...environmentRoutes,
  ...typeRoutes,
  ...strategyRoutes,
  ...tagRoutes,
  ...instanceRoutes,
  ...ssoRoutes,
  ...edgeRoutes,
  ...networkRoutes,
  ...userRoutes,
  ...accessRoutes,
  ...serviceAccountRoutes,
  ...sessionRoutes,
  ...loginRoutes,
  ...accessReportRoutes,
  ...scimRoutes,
  ...profileRoutes,
  ...deviceRoutes,
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
