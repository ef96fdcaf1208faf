import './styles.ts'
import '../ui/app.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { boot } from '../lib/boot.ts'
import { createCache } from '../lib/cache.ts'
import { colorSchemeManager } from '../lib/preferences.ts'
import { askForReviews } from '../lib/reviewDialog.ts'
import { keepRequestsWaiting } from '../lib/sessionEnd.ts'
import { resolveVariables, theme } from '../ui/theme.ts'
import { ReviewDialog } from './ReviewDialog.tsx'
import { createAppRouter } from './router.tsx'
import { SessionExpired } from './SessionExpired.tsx'

export function startApp() {
  const root = document.getElementById('root')
  if (!root) return
  // The scroll lock of dialogs inserts a style element, and reads its CSP nonce from this global.
  Object.assign(globalThis, { __webpack_nonce__: boot.nonce })
  const cache = createCache(2)
  keepRequestsWaiting()
  askForReviews()
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
          <ReviewDialog />
          <SessionExpired />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
