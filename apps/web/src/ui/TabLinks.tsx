import { Link } from '@tanstack/react-router'
import classes from './TabLinks.module.css'

export type TabLink = { to: string; label: string; count?: number | undefined }

/** Tabs that are addresses: plain links, so that they open beside, share and go back. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map(({ to, label: text, count }) => (
        // The link itself says when it is the current page.
        <Link key={to} to={to} className={classes.tab} activeOptions={{ exact: true, includeSearch: false }}>
          {text}
          {count !== undefined && <span className="t3 small num">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
