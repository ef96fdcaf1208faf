import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { environmentList, me, uiConfig } from './session.ts'

/**
 * The parent of all routes. Account, environments and maintenance mode are loaded before any page is shown. The shell
 * is added in `app/root.tsx`, so that features can import this route without the application.
 */
export const rootRoute = createRootRouteWithContext<{ cache: QueryClient }>()({
  beforeLoad: ({ context: { cache } }) =>
    Promise.all([
      cache.ensureQueryData(me),
      cache.ensureQueryData(uiConfig),
      cache.ensureQueryData(environmentList),
    ]).then(() => undefined),
})
