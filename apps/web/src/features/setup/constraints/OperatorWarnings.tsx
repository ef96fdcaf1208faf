import type { Constraint } from '@flagstaff/contract/common'
import { useQuery } from '@tanstack/react-query'
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
 * Warns about applications of the project whose SDK does not support an operator of the constraints, and about stored
 * patterns that are too large to be evaluated.
 */
export function OperatorWarnings({ project, constraints, beside = false }: WarningsProps) {
  const used = newerIn(constraints)
  const { data } = useQuery({ ...operatorSupport(project), enabled: used.length > 0 })
  const never = !beside && hasLargePattern(constraints)
  const warnings = used.map((operator) => {
    const ignored = data && ignoredBy(data, operator)
    if (!ignored) return null
    return (
      <p key={operator} className={classes.warning} role={beside ? 'status' : 'note'}>
        {beside
          ? t('ignored.here', ignored)
          : t('ignored.operator', { ...ignored, operator: operatorText(operator) })}
      </p>
    )
  })
  return (
    <>
      {never && (
        <p className={classes.warning} role="note">
          {t('pattern.never')}
        </p>
      )}
      {warnings}
    </>
  )
}
