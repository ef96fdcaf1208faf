import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'
import { readListSearch } from './search.ts'

const getParentRoute = () => rootRoute
/** One bundle: the screens are small and link to each other. */
const screens = () => import('./screens.ts')

const layout = createRoute({
  getParentRoute,
  path: '/applications/$app',
  component: lazyRouteComponent(screens, 'ApplicationLayout'),
})
const getLayout = () => layout

const overview = createRoute({
  getParentRoute: getLayout,
  path: '/',
  component: lazyRouteComponent(screens, 'Overview'),
})
const instances = createRoute({
  getParentRoute: getLayout,
  path: '/instances',
  validateSearch: (search: Record<string, unknown>): { environment?: string | undefined } => ({
    environment: textOf(search.environment),
  }),
  component: lazyRouteComponent(screens, 'Instances'),
})
const settings = createRoute({
  getParentRoute: getLayout,
  path: '/settings',
  component: lazyRouteComponent(screens, 'Settings'),
})

export const applicationRoutes = [
  createRoute({
    getParentRoute,
    path: '/applications',
    validateSearch: readListSearch,
    component: lazyRouteComponent(screens, 'ApplicationList'),
  }),
  createRoute({
    getParentRoute,
    path: '/projects/$projectId/applications',
    validateSearch: readListSearch,
    component: lazyRouteComponent(screens, 'ProjectApplicationList'),
  }),
  layout.addChildren([overview, instances, settings]),
] as const
