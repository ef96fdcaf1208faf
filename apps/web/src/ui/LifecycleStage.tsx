import { formatSpan } from '../lib/format.ts'
import { t } from '../messages/en.ts'
import classes from './LifecycleStage.module.css'

export type Stage = 'initial' | 'pre-live' | 'live' | 'completed' | 'archived'

/** The position of the flag on its staff, and whether it is filled. */
const shapes: Record<Stage, { top: number | undefined; filled: boolean }> = {
  initial: { top: 10, filled: false },
  'pre-live': { top: 6.5, filled: false },
  live: { top: 1, filled: true },
  completed: { top: 1, filled: true },
  archived: { top: undefined, filled: false },
}

type HoistProps = { stage: Stage; since?: string | undefined; bare?: boolean }

/** The lifecycle stage of a flag: an icon, its name, its age. */
export function LifecycleStage({ stage, since, bare = false }: HoistProps) {
  const { top, filled } = shapes[stage]
  return (
    <span className={classes.hoist} data-stage={stage}>
      <svg width="14" height="16" viewBox="0 0 14 16" aria-hidden="true">
        <path d="M2.5 .75v14.5" stroke="var(--border-2)" strokeWidth="1.5" strokeLinecap="round" />
        {top !== undefined && (
          <>
            <path
              d={`M2.5 15.25V${top + 0.5}`}
              stroke="currentColor"
              strokeWidth="1.5"
              strokeLinecap="round"
            />
            <path
              d={`M3.5 ${top + 0.5}h8.2l-2 2.2 2 2.2H3.5z`}
              fill={filled ? 'currentColor' : 'var(--bg)'}
              stroke="currentColor"
              strokeWidth="1.2"
              strokeLinejoin="round"
            />
          </>
        )}
        {stage === 'completed' && (
          <path
            d="M2.5 15.25h9"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeDasharray="1.5 2.2"
          />
        )}
      </svg>
      <span className={bare ? 'hidden' : undefined}>{t(`stage.${stage}`)}</span>
      {since && <span className="faint small num">{formatSpan(since)}</span>}
    </span>
  )
}
