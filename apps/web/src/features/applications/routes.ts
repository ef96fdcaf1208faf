import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root, textOf } from '../../app/root.tsx'
import { readListSearch } from './search.ts'

const getParentRoute = () => root
/** They are small and lead to each other: one file for all of them. */
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
