import { AppShell } from '@mantine/core'
import { Outlet, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { useLive } from '../lib/live.ts'
import { removeStaticShell } from '../lib/staticShell.ts'
import { t } from '../messages/en.ts'
import { BAR, Banners, Bars, useBars } from './Bars.tsx'
import { DraftBar } from './DraftBar.tsx'
import { Header } from './Header.tsx'
import { KeyboardSheet } from './KeyboardSheet.tsx'
import { Navigation } from './Navigation.tsx'
import { Palette } from './Palette.tsx'
import classes from './Shell.module.css'
import { Toasts } from './Toasts.tsx'

const HEADER = 48

// Only pages of a flag need it: the first page, a list of flags, has no requests to spare.
const FreezeBar = lazy(() => import('./FreezeBar.tsx').then((module) => ({ default: module.FreezeBar })))

/** The frame around all pages: navigation, header, palette, notifications. */
export function Shell() {
  const live = useLive()
  const bars = useBars(live)
  const [open, setOpen] = useState(false)
  const [pinned, setPinned] = useState(0)
  const { projectId, flag } = useParams({ strict: false })
  useLayoutEffect(() => void removeStaticShell(), [])
  return (
    <AppShell
      header={{ height: HEADER + bars.length * BAR + pinned }}
      navbar={{ width: 232, breakpoint: 768, collapsed: { mobile: !open } }}
      padding={0}
      layout="alt"
    >
      <a href="#content" className={classes.skip}>
        {t('app.skip')}
      </a>
      <AppShell.Header className={classes.header}>
        <div style={{ height: HEADER }}>
          <Header live={live} onMenu={() => setOpen(!open)} />
        </div>
        <Bars bars={bars} live={live} />
        <Banners onPinned={setPinned} />
      </AppShell.Header>
      <AppShell.Navbar className={classes.navigation}>
        <Navigation onGo={() => setOpen(false)} />
      </AppShell.Navbar>
      <AppShell.Main id="content" className={classes.main} tabIndex={-1}>
        <Banners />
        {projectId && flag && (
          <Suspense fallback={null}>
            <FreezeBar projectId={projectId} />
          </Suspense>
        )}
        <Outlet />
        <div className={classes.spacer} />
        {/* Menus and dialogs are rendered here, so that they are inside a landmark too. */}
        <div className={classes.overlays} data-mantine-shared-portal-node />
      </AppShell.Main>
      <DraftBar />
      <Palette />
      <KeyboardSheet />
      <Toasts />
    </AppShell>
  )
}
