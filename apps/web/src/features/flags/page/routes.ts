import type { QueryClient } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { root, textOf } from '../../../app/root.tsx'
// The search alone: the index would bring the whole log along.
import { readLogSearch } from '../../events/search.ts'
import { readMetricsSearch } from './metrics/search.ts'

const path = '/projects/$projectId/features/$flag'
const getRoot = () => root

/** The parts of a flag's page share its head; pointing at a link is enough to fetch what they show. */
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

/** An address people have in their bookmarks. */
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

/** Everything the form needs, asked for while its code is still on the way. */
const loadForm = ({ context: { cache }, params: { projectId, flag } }: Loaded) => {
  void import('./queries.ts').then(({ flagDetail, segmentList }) => {
    void cache.prefetchQuery(flagDetail({ project: projectId, flag }))
    void cache.prefetchQuery(segmentList)
  })
  void import('../../constraints/queries.ts').then(({ contextFieldList }) =>
    cache.prefetchQuery(contextFieldList),
  )
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
  layout.addChildren([overview, metrics, log, code, settings]),
  edit,
  createRule,
  editRule,
] as const
