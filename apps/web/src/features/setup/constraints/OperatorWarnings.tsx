import type { Constraint } from '@flagstaff/contract/common'
import { useQuery } from '@tanstack/react-query'
import { operators } from '../../../lib/operators.ts'
import classes from './ConstraintEditor.module.css'
import { hasLargePattern } from './check.ts'
import { ignoredBy, newerIn } from './ignored.ts'
import { operatorText, t } from './messages.ts'
import { operatorSupport } from './queries.ts'

type WarningsProps = {
  project: string
  constraints: readonly Constraint[]
  /** Next to a single constraint, so the operator need not be named. */
  beside?: boolean
}

/**
 * Warns about applications of the project whose SDK does not support an operator of the constraints, about dates of a
 * field, and about stored patterns that are too large to be evaluated.
 */
export function OperatorWarnings({ project, constraints, beside = false }: WarningsProps) {
  const used = newerIn(constraints)
  const { data } = useQuery({ ...operatorSupport(project), enabled: used.length > 0 })
  const ignored = used.flatMap((operator) => {
    const found = data && ignoredBy(data, operator)
    if (!found) return []
    return beside
      ? t('ignored.here', found)
      : t('ignored.operator', { ...found, operator: operatorText(operator) })
  })
  const dates = datedFields(constraints).map((field) => t('ignored.date', { field }))
  const never = !beside && hasLargePattern(constraints) ? [t('pattern.never')] : []
  return [...never, ...ignored, ...dates].map((text) => (
    <p key={text} className={classes.warning} role={beside ? 'status' : 'note'}>
      {text}
    </p>
  ))
}

/** Fields other than the clock whose dates are compared; new ones are refused. */
const datedFields = (constraints: readonly Constraint[]) => [
  ...new Set(
    constraints
      .filter(
        ({ operator, contextName }) => operators[operator].kind === 'date' && contextName !== 'currentTime',
      )
      .map(({ contextName }) => contextName),
  ),
]
