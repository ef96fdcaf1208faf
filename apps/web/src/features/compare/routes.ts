import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root, textOf } from '../../app/root.tsx'

export type CompareSearch = {
  from?: string | undefined
  to?: string | undefined
  /** Only this flag. */
  feature?: string | undefined
  /** The flag whose differences are open. */
  flag?: string | undefined
  show?: 'same' | undefined
}

export const compareRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/projects/$projectId/compare',
    validateSearch: (search: Record<string, unknown>): CompareSearch => ({
      from: textOf(search.from),
      to: textOf(search.to),
      feature: textOf(search.feature),
      flag: textOf(search.flag),
      show: search.show === 'same' ? 'same' : undefined,
    }),
    component: lazyRouteComponent(() => import('./Compare.tsx'), 'Compare'),
  }),
] as const
