import type { Constraint } from '@flagstaff/contract/common'
import { Popover, UnstyledButton } from '@mantine/core'
import { isNegative, minds, takesList } from '../../../lib/operators.ts'
import { operatorText, t } from './messages.ts'
import classes from './Sentence.module.css'

const SHOWN = 3

/** In a diff: parts that the other side does not have are highlighted. */
export type Against = { constraints: readonly Constraint[]; mark: 'add' | 'del' }

type WordsProps = { constraint: Constraint; against?: Against | undefined }

/** A constraint as text: field, operator, values joined by "or". */
export function ConstraintWords({ constraint, against }: WordsProps) {
  const { contextName, operator, inverted = false, caseInsensitive } = constraint
  const values = valuesOf(constraint)
  const marked = markOf(constraint, against)
  // Changed values are always shown, however many come before them.
  const shown = against
    ? values.filter((value, index) => index < SHOWN || marked(value))
    : values.slice(0, SHOWN)
  const rest = values.filter((value) => !shown.includes(value))
  return (
    <>
      <span className={classes.field}>{contextName}</span>
      <span
        className={isNegative(constraint) ? classes.not : classes.operator}
        data-not={isNegative(constraint) || undefined}
      >
        {operatorText(operator, inverted)}
      </span>
      {shown.map((value, index) => (
        <span key={value} className={classes.pair}>
          {index > 0 && <span className={classes.operator}>{t('sentence.or')}</span>}
          <code className={classes.value} data-mark={marked(value)} title={value}>
            {value}
          </code>
        </span>
      ))}
      {values.length === 0 && <span className="faint">{t('sentence.nothing')}</span>}
      {rest.length > 0 && <Rest field={contextName} values={rest} />}
      {caseInsensitive && minds(operator) && (
        <span className={classes.operator}>{t('sentence.anyCase')}</span>
      )}
    </>
  )
}

function Rest({ field, values }: { field: string; values: readonly string[] }) {
  return (
    <Popover position="bottom" shadow="md">
      <Popover.Target>
        <UnstyledButton
          className={classes.more}
          aria-label={t('sentence.moreOf', { count: values.length, field })}
        >
          {t('sentence.more', { count: values.length })}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.all}>
        {values.map((value) => (
          <code key={value} className={classes.value}>
            {value}
          </code>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Joined by "and", since all of them must match. */
export function ConstraintsWords({
  constraints,
  against,
}: {
  constraints: readonly Constraint[]
  against?: Against | undefined
}) {
  return constraints.map((constraint, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: constraints are identified by position only
    <span key={index} className={classes.group}>
      {index > 0 && <span className={classes.operator}>{t('sentence.and')}</span>}
      <ConstraintWords constraint={constraint} against={against} />
    </span>
  ))
}

export function ConstraintsSentence(props: {
  constraints: readonly Constraint[]
  against?: Against | undefined
}) {
  return (
    <span className={classes.sentence}>
      {props.constraints.length === 0 ? <b>{t('sentence.everyone')}</b> : <ConstraintsWords {...props} />}
    </span>
  )
}

const valuesOf = (constraint: Constraint): readonly string[] => {
  if (takesList(constraint.operator)) return constraint.values ?? []
  return constraint.value ? [constraint.value] : []
}

function markOf(constraint: Constraint, against: Against | undefined) {
  if (!against) return () => undefined
  const { contextName, operator, inverted = false } = constraint
  const same = against.constraints.filter(
    (other) =>
      other.contextName === contextName &&
      other.operator === operator &&
      (other.inverted ?? false) === inverted,
  )
  const known = new Set(same.flatMap(valuesOf))
  return (value: string) => (known.has(value) ? undefined : against.mark)
}
