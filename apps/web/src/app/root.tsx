import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { usePage } from '../lib/crumbs.ts'
import { rootRoute } from '../lib/rootRoute.ts'
import { removeStaticShell } from '../lib/staticShell.ts'
import { t } from '../messages/en.ts'
import { SearchButton } from '../ui/SearchButton.tsx'
import { ErrorState, NotFoundState } from '../ui/State.tsx'
import { Shell } from './Shell.tsx'

/** The root route with the shell around every page. */
export const root = rootRoute.update({
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
