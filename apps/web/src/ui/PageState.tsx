import type { ReactNode } from 'react'
import classes from './PageState.module.css'

type PageStateProps = {
  icon: ReactNode
  title: string
  text?: ReactNode
  /** The rows of a list, and what it is a list of. */
  list?: { label: string; rows: readonly { key: string; row: ReactNode }[] } | undefined
  action: ReactNode
  foot?: ReactNode
}

/** Replaces a whole page that cannot be shown: why, what may help, and the ways on. */
export function PageState({ icon, title, text, list, action, foot }: PageStateProps) {
  return (
    <div className={classes.page} data-page-state>
      <span className={classes.icon}>{icon}</span>
      <h1>{title}</h1>
      {text && <p className="t2">{text}</p>}
      {list && list.rows.length > 0 && (
        <ul className={classes.list} aria-label={list.label}>
          {list.rows.map(({ key, row }) => (
            <li key={key}>{row}</li>
          ))}
        </ul>
      )}
      <div className={classes.action}>{action}</div>
      {foot && <p className={`t3 small ${classes.foot}`}>{foot}</p>}
    </div>
  )
}
