import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textOf } from '../../../lib/address.ts'
import { rootRoute } from '../../../lib/rootRoute.ts'
import type { ReportSearch } from './queries.ts'

const dayOf = (value: unknown) => {
  const text = textOf(value)
  return text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined
}

export const accessReportRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/access-report',
    validateSearch: (search: Record<string, unknown>): ReportSearch => ({
      at: dayOf(search.at),
      project: textOf(search.project),
      environment: textOf(search.environment),
      offset:
        Number.isInteger(search.offset) && Number(search.offset) > 0 ? Number(search.offset) : undefined,
    }),
    component: lazyRouteComponent(() => import('./AccessReport.tsx'), 'AccessReport'),
  }),
] as const
