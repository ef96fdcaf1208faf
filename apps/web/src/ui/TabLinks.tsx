import { Link } from '@tanstack/react-router'
import classes from './TabLinks.module.css'

export type TabLink = { to: string; label: string; count?: number | undefined }

/** Tabs as plain links, so that they can be shared and opened in a new tab, and work with the back button. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
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
