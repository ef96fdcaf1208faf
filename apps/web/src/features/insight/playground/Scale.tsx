import type { ReactNode } from 'react'
import classes from './Tree.module.css'

type ScaleProps = {
  at: number
  total: number
  /** The end of each part, from the left. */
  parts: readonly number[]
  children: ReactNode
}

const WIDTH = 96

/** The bucket on a scale. The text next to it describes it. */
export function Scale({ at, total, parts, children }: ScaleProps) {
  const x = (value: number) => (total > 0 ? Math.min(WIDTH, (WIDTH * value) / total) : 0)
  return (
    <span className={classes.scale}>
      <svg width={WIDTH} height="12" viewBox={`0 0 ${WIDTH} 12`} aria-hidden="true">
        <rect y="3" width={WIDTH} height="6" rx="2" fill="var(--border)" />
        {parts.map((end) => (
          <rect key={end} y="3" width={x(end)} height="6" rx="2" fill="var(--accent-text)" opacity="0.45" />
        ))}
        <rect x={Math.min(WIDTH - 2, Math.max(0, x(at) - 1))} width="2" height="12" fill="var(--text)" />
      </svg>
      <span className="num">{children}</span>
    </span>
  )
}
