import { IconCircleCheckFilled, IconCircleX, IconHelpCircle, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { sentence } from '../../setup/constraints/index.ts'
import { type MessageKey, t } from './messages.ts'
import classes from './Tree.module.css'

export type Outcome = 'held' | 'failed' | 'skipped' | 'unknown'

const outcomes: Record<Outcome, MessageKey> = {
  held: 'tree.held',
  failed: 'tree.failed',
  skipped: 'tree.skipped',
  unknown: 'tree.unknown',
}

type NodeProps = { outcome: Outcome; depth?: number; note?: ReactNode; children: ReactNode }

/** One step: whether it matched, its condition, and the actual value at the end of the line. */
export function Node({ outcome, depth = 0, note, children }: NodeProps) {
  return (
    <li className={classes.node} data-outcome={outcome} data-depth={depth}>
      {Array.from({ length: depth }, (_, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical
        <i key={level} className={classes.guide} style={{ left: level * 24 + 8 }} />
      ))}
      <Glyph outcome={outcome} />
      <span className="hidden">{t(outcomes[outcome])}</span>
      <span className={sentence.sentence}>{children}</span>
      {note !== undefined && <span className={classes.note}>{note}</span>}
    </li>
  )
}

function Glyph({ outcome }: { outcome: Outcome }) {
  if (outcome === 'held') return <IconCircleCheckFilled size={16} aria-hidden="true" />
  if (outcome === 'failed') return <IconCircleX size={16} stroke={1.75} aria-hidden="true" />
  if (outcome === 'unknown') return <IconHelpCircle size={16} stroke={1.75} aria-hidden="true" />
  return <IconMinus size={16} stroke={1.75} aria-hidden="true" />
}
