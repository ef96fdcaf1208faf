import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import classes from './TabLinks.module.css'

export type TabLink = { to: string; label: string; count?: number | undefined }

/** Tabs as plain links, so that they can be shared and opened in a new tab, and work with the back button. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    if (nav.current && pathname) showCurrent(nav.current)
  }, [pathname])
  return (
    <nav ref={nav} className={classes.tabs} aria-label={label}>
      {tabs.map(({ to, label: text, count }) => (
        // The router sets `aria-current` on the link.
        <Link key={to} to={to} className={classes.tab} activeOptions={{ exact: true, includeSearch: false }}>
          {text}
          {count !== undefined && <span className="faint small num">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** Tabs can be wider than a phone: scrolls the current one to the middle. */
function showCurrent(nav: HTMLElement) {
  const tab = nav.querySelector('[aria-current]')
  if (!tab) return
  const distance = tab.getBoundingClientRect().left - nav.getBoundingClientRect().left
  nav.scrollLeft += distance - (nav.clientWidth - tab.clientWidth) / 2
}
