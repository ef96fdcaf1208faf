import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from './messages.ts'
import classes from './Track.module.css'

export type Step = {
  key: string
  name: string
  /** Its time, or how long it lasts. */
  detail: ReactNode
  state: 'done' | 'running' | 'waiting'
  /** How much of it is over, in percent, while it runs. */
  share?: number | undefined
}

/** Milestones as one segmented bar with their names and times below. */
export function Track({ steps, label = t('track.label') }: { steps: readonly Step[]; label?: string }) {
  return (
    <ol className={classes.track} aria-label={label} data-many={steps.length > 5 || undefined}>
      {steps.map(({ key, name, detail, state, share = 0 }) => (
        <li key={key} data-state={state} aria-current={state === 'running' ? 'step' : undefined}>
          <span className={classes.bar} aria-hidden="true">
            <span style={{ width: `${widthOf(state, share)}%` }} />
          </span>
          <span className={classes.name}>
            {state === 'done' && (
              <IconCheck
                size={14}
                stroke={2}
                role="img"
                aria-label={t('track.done')}
                className={classes.done}
              />
            )}
            {name}
            {state === 'running' && <span className="hidden"> ({t('track.running')})</span>}
          </span>
          <span className={classes.detail}>{detail}</span>
        </li>
      ))}
    </ol>
  )
}

/** A step that has just started still shows a little. */
const widthOf = (state: Step['state'], share: number) =>
  state === 'done' ? 100 : state === 'running' ? Math.min(100, Math.max(4, share)) : 0
