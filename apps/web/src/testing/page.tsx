import '../app/styles.ts'
import '../ui/app.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { type FunctionComponent, Suspense } from 'react'
import { render } from 'vitest-browser-react'
import { Toasts } from '../app/Toasts.tsx'
import { createCache } from '../lib/cache.ts'
import { resolveVariables, theme } from '../ui/theme.ts'

type Page = {
  component: FunctionComponent
  validateSearch?: (search: Record<string, unknown>) => Record<string, unknown>
}

/** Opens one of the pages at its URL, without the navigation around it. Other URLs show an empty page. */
export async function openPage(url: string, pages: Record<string, Page>) {
  const cache = createCache(0)
  const root = createRootRoute({ component: Frame, notFoundComponent: () => null })
  const routes = Object.entries(pages).map(([path, page]) =>
    createRoute({ getParentRoute: () => root, path, ...page }),
  )
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [url] }),
  })
  const screen = await render(
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} env="test">
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { screen, router, cache, path: () => router.state.location.pathname }
}

function Frame() {
  return (
    <main>
      <Suspense>
        <Outlet />
      </Suspense>
      <Toasts />
    </main>
  )
}
