import type { Constraint } from '@flagstaff/contract/common'
import { itemText } from '@flagstaff/contract/event-change-lines'
import { type Change, changesOf } from '@flagstaff/contract/event-changes'
import type { Event } from '@flagstaff/contract/events'
import { formatPercent } from '../../../lib/format.ts'
import { Diff, type DiffLine } from '../../../ui/Diff.tsx'
import { ConstraintsSentence } from '../../setup/constraints/index.ts'
import classes from './EventDiff.module.css'
import { t } from './messages.ts'

/** The changes of an event: field by field, constraints as sentences. */
export function EventDiff({ event }: { event: Event }) {
  const lines = [...leadOf(event), ...changesOf(event.preData, event.data).flatMap(linesOf)]
  if (lines.length === 0) return <p className="faint small">{t('log.noDetails')}</p>
  return <Diff lines={lines} />
}

/** For a changed rule: its constraints, if they did not change. */
function leadOf({ type, data, preData }: Event): DiffLine[] {
  const is = data?.constraints
  if (type !== 'feature-strategy-update' || !isConstraints(is)) return []
  if (JSON.stringify(is) !== JSON.stringify(preData?.constraints)) return []
  return [{ sign: '', key: 'lead', content: <ConstraintsSentence constraints={is} /> }]
}

const linesOf = ({ path, before, after }: Change): DiffLine[] => [
  ...(before === undefined ? [] : [line('-', path, before, after)]),
  ...(after === undefined ? [] : [line('+', path, after, before)]),
]

const line = (sign: '+' | '-', path: string, value: unknown, other: unknown): DiffLine => ({
  sign,
  key: `${sign} ${path}`,
  content: (
    <span className={classes.line}>
      <span className={classes.path}>{path}</span>
      {isConstraints(value) ? (
        <ConstraintsSentence
          constraints={value}
          against={
            isConstraints(other) ? { constraints: other, mark: sign === '+' ? 'add' : 'del' } : undefined
          }
        />
      ) : (
        <code className={classes.value} data-sign={sign}>
          {path.endsWith('rollout') ? formatPercent(Number(value)) : show(value)}
        </code>
      )}
    </span>
  ),
})

/** Constraints of rules and segments, and the conditions of action sets. */
const isConstraints = (value: unknown): value is Constraint[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => Object(one).contextName !== undefined)

const show = (value: unknown): string =>
  Array.isArray(value) && value.length > 0 ? value.map(itemText).join('; ') : itemText(value)
