import type { Constraint } from '@flagstaff/contract/common'
import { IconUsersGroup } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { formatRich } from '../../messages/messages.ts'
import { ConstraintsSentence } from '../constraints/ConstraintSentence.tsx'
import { sentence, t } from './messages.ts'
import classes from './segments.module.css'

/** Who is in it, in words, while it is being written. */
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
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never move
        <Fragment key={index}>
          {typeof part === 'string' ? <span className="t2">{part}</span> : part}
        </Fragment>
      ))}
    </div>
  )
}
