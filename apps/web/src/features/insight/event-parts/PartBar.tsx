import type { EventParts } from '@flagstaff/contract/event-parts'
import { Tooltip } from '@mantine/core'
import { formatNumber } from '../../../lib/format.ts'
import classes from './event-parts.module.css'
import { t } from './messages.ts'
import { formatBytes } from './sizes.ts'

/** The whole log from its first event to its newest, hidden from screen readers: the tables say the same. */
export function PartBar({ parts, removed }: EventParts) {
  const span = ({ first, last }: { first: number; last: number }) => ({
    first: formatNumber(first),
    last: formatNumber(last),
  })
  return (
    <div className={classes.bar} aria-hidden="true">
      {removed.map((part) => (
        <Tooltip key={part.last} label={t('bar.removed', span(part))}>
          <span data-state="removed" style={{ flexGrow: part.last - part.first + 1 }} />
        </Tooltip>
      ))}
      {parts.map(({ first, last, events, bytes, state }) => (
        <Tooltip
          key={last}
          label={t('bar.part', { ...span({ first, last: first + events - 1 }), bytes: formatBytes(bytes) })}
        >
          <span data-state={state} style={{ flexGrow: events }} />
        </Tooltip>
      ))}
    </div>
  )
}
