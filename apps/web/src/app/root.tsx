import { Button } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Link } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { usePage } from '../lib/crumbs.ts'
import { environmentList, me, uiConfig } from '../lib/session.ts'
import { removeStaticShell } from '../lib/staticShell.ts'
import { t } from '../messages/en.ts'
import { ErrorState, NotFoundState } from '../ui/State.tsx'
import { SearchButton } from './SearchButton.tsx'
import { Shell } from './Shell.tsx'

/**
 * Every page stands inside the shell; who is here, which environments there are and whether changes are paused is
 * known before any is shown.
 */
export const root = createRootRouteWithContext<{ cache: QueryClient }>()({
  beforeLoad: ({ context: { cache } }) =>
    Promise.all([
      cache.ensureQueryData(me),
      cache.ensureQueryData(uiConfig),
      cache.ensureQueryData(environmentList),
    ]).then(() => undefined),
  component: Shell,
  notFoundComponent: NoSuchPage,
  errorComponent: Failed,
})

function Failed({ error, reset }: { error: unknown; reset(): void }) {
  useLayoutEffect(() => void removeStaticShell(), [])
  return <ErrorState error={error} retry={reset} />
}

function NoSuchPage() {
  usePage([{ label: t('state.notFound') }])
  return (
    <NotFoundState
      action={
        <>
          <SearchButton />
          <Button component={Link} to="/projects" variant="default">
            {t('state.home')}
          </Button>
        </>
      }
    />
  )
}

export { textOf } from '../lib/address.ts'
