import type { Constraint } from '@flagstaff/contract/common'
import { IconUsersGroup } from '@tabler/icons-react'
import { Children, type ReactNode } from 'react'
import { formatRich } from '../../../messages/messages.ts'
import { ConstraintsSentence } from '../constraints/index.ts'
import { sentence, t } from './messages.ts'
import classes from './segments.module.css'

/** A live summary of who is in the segment. */
export function SegmentSentence({ name, constraints }: { name: string; constraints: readonly Constraint[] }) {
  const parts = formatRich<ReactNode>(sentence, {
    segment: () => (
      <span className={classes.chip}>
        <IconUsersGroup size={14} stroke={1.5} />
        {name || t('segments.unnamed')}
      </span>
    ),
    who: () => <ConstraintsSentence constraints={constraints} />,
  })
  return (
    <div className={classes.sentence}>
      {Children.map(parts, (part) => (typeof part === 'string' ? <span className="dim">{part}</span> : part))}
    </div>
  )
}
