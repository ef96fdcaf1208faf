import type { QueryClient } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { contextFieldList } from '../../../lib/contextFields.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'
import { readLogSearch } from '../../insight/events/index.ts'
import { readMetricsSearch } from './metrics/search.ts'

const path = '/projects/$projectId/features/$flag'
const getRoot = () => rootRoute

/** The tabs share the layout of the flag page; hovering over a link preloads their data. */
const layout = createRoute({
  getParentRoute: getRoot,
  path,
  loader: ({ context: { cache }, params: { projectId, flag } }) => {
    void import('./queries.ts').then(({ flagDetail, flagEvents }) => {
      void cache.prefetchQuery(flagDetail({ project: projectId, flag }))
      void cache.prefetchQuery(flagEvents(flag))
    })
  },
  component: lazyRouteComponent(() => import('./FlagLayout.tsx'), 'FlagLayout'),
})
const getLayout = () => layout

const overview = createRoute({
  getParentRoute: getLayout,
  path: '/',
  component: lazyRouteComponent(() => import('./Overview.tsx'), 'Overview'),
})
const metrics = createRoute({
  getParentRoute: getLayout,
  path: '/metrics',
  validateSearch: readMetricsSearch,
  component: lazyRouteComponent(() => import('./metrics/Metrics.tsx'), 'Metrics'),
})
const comments = createRoute({
  getParentRoute: getLayout,
  path: '/comments',
  component: lazyRouteComponent(() => import('./people/Comments.tsx'), 'Comments'),
})
const log = createRoute({
  getParentRoute: getLayout,
  path: '/logs',
  validateSearch: readLogSearch,
  component: lazyRouteComponent(() => import('./Log.tsx'), 'Log'),
})
const code = createRoute({
  getParentRoute: getLayout,
  path: '/code',
  component: lazyRouteComponent(() => import('./Code.tsx'), 'Code'),
})
const settings = createRoute({
  getParentRoute: getLayout,
  path: '/settings',
  component: lazyRouteComponent(() => import('./Settings.tsx'), 'Settings'),
})

/** Redirects an old URL that users may have bookmarked. */
const edit = createRoute({
  getParentRoute: getRoot,
  path: `${path}/edit`,
  beforeLoad: ({ params }) => {
    throw redirect({ to: `${path}/settings`, params, replace: true })
  },
})

type RuleSearch = {
  environmentId: string
  strategyId?: string | undefined
  template?: 'experiment' | undefined
}
const readRuleSearch = (search: Record<string, unknown>): RuleSearch => ({
  environmentId: textOf(search.environmentId) ?? '',
  strategyId: textOf(search.strategyId),
  template: search.template === 'experiment' ? 'experiment' : undefined,
})

type Loaded = { context: { cache: QueryClient }; params: { projectId: string; flag: string } }

/** Preloads the data of the form, in parallel with its code. */
const loadForm = ({ context: { cache }, params: { projectId, flag } }: Loaded) => {
  void import('./queries.ts').then(({ flagDetail }) =>
    cache.prefetchQuery(flagDetail({ project: projectId, flag })),
  )
  void import('../../setup/segments/index.ts').then(({ segmentList }) => cache.prefetchQuery(segmentList))
  void cache.prefetchQuery(contextFieldList)
}

const createRule = createRoute({
  getParentRoute: getRoot,
  path: `${path}/strategies/create`,
  validateSearch: readRuleSearch,
  loader: loadForm,
  component: lazyRouteComponent(() => import('../rules/RulePage.tsx'), 'NewRule'),
})
const editRule = createRoute({
  getParentRoute: getRoot,
  path: `${path}/strategies/edit`,
  validateSearch: readRuleSearch,
  loader: loadForm,
  component: lazyRouteComponent(() => import('../rules/RulePage.tsx'), 'EditRule'),
})

export const flagRoutes = [
  layout.addChildren([overview, metrics, comments, log, code, settings]),
  edit,
  createRule,
  editRule,
] as const
