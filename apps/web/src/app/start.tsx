import './styles.ts'
import '../ui/app.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from '../lib/api.ts'
import { boot } from '../lib/boot.ts'
import { colorSchemeManager } from '../lib/preferences.ts'
import { keepRequestsWaiting } from '../lib/sessionEnd.ts'
import { resolveVariables, theme } from '../ui/theme.ts'
import { createAppRouter } from './router.tsx'
import { SessionExpired } from './SessionExpired.tsx'

export function startApp() {
  const root = document.getElementById('root')
  if (!root) return
  // What locks the page's scrolling behind a dialog writes a style; by this name it looks for the nonce.
  Object.assign(globalThis, { __webpack_nonce__: boot.nonce })
  const cache = new QueryClient({
    defaultOptions: {
      queries: {
        // The live stream says when something is old; until then what is here is true.
        staleTime: 5 * 60_000,
        retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < 2,
        throwOnError: false,
      },
    },
  })
  keepRequestsWaiting()
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        getStyleNonce={() => boot.nonce ?? ''}
      >
        <QueryClientProvider client={cache}>
          <RouterProvider router={createAppRouter(cache)} />
          <SessionExpired />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
