import type { ReactNode } from 'react'
import classes from './PageState.module.css'

type PageStateProps = {
  icon: ReactNode
  title: string
  text?: ReactNode
  /** A list with its label. */
  list?: { label: string; rows: readonly { key: string; row: ReactNode }[] } | undefined
  action: ReactNode
  foot?: ReactNode
}

/** Replaces a page that cannot be shown: the reason, help, and links. */
export function PageState({ icon, title, text, list, action, foot }: PageStateProps) {
  return (
    <div className={classes.page} data-page-state>
      <span className={classes.icon}>{icon}</span>
      <h1>{title}</h1>
      {text && <p className="dim">{text}</p>}
      {list && list.rows.length > 0 && (
        <ul className={classes.list} aria-label={list.label}>
          {list.rows.map(({ key, row }) => (
            <li key={key}>{row}</li>
          ))}
        </ul>
      )}
      <div className={classes.action}>{action}</div>
      {foot && <p className={`faint small ${classes.foot}`}>{foot}</p>}
    </div>
  )
}
