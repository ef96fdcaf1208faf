import type { Constraint } from '@flagstaff/contract/common'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { contextFieldList } from '../../../lib/contextFields.ts'
import { useLimits } from '../../../lib/limits.ts'
import { useReadOnly } from '../../../ui/readOnly.ts'
import { AddConstraint } from './AddConstraint.tsx'
import classes from './ConstraintEditor.module.css'
import { ConstraintRow } from './ConstraintRow.tsx'
import { t } from './messages.ts'

type EditorProps = {
  constraints: readonly Constraint[]
  onChange: (constraints: Constraint[]) => void
  /** Only fields of this project are offered, and its applications are checked for operator support. */
  project?: string | undefined
  /** Also report missing values, after an attempt to save. */
  strict?: boolean
}

/** Edits the constraints of a rule or segment: typed in one box, or field by field. */
export function ConstraintEditor({ constraints, onChange, project, strict = false }: EditorProps) {
  const data = choicesOf(useQuery(contextFieldList))
  const limits = useLimits()
  const isReadOnly = useReadOnly()
  const [added, setAdded] = useState<number>()
  const fields = data.filter((field) => !field.project || field.project === project)
  const add = (constraint: Constraint) => {
    setAdded(constraints.length)
    onChange([...constraints, constraint])
  }
  return (
    <div className={classes.editor}>
      {constraints.map((constraint, index) => (
        <ConstraintRow
          // biome-ignore lint/suspicious/noArrayIndexKey: constraints are identified by position only
          key={index}
          constraint={constraint}
          fields={fields}
          project={project}
          mostValues={limits.constraintValues}
          strict={strict}
          fresh={index === added}
          onChange={(changed) => onChange(constraints.with(index, changed))}
          onRemove={() => onChange(constraints.toSpliced(index, 1))}
        />
      ))}
      {isReadOnly ? (
        constraints.length === 0 && <p className="faint">{t('constraint.none')}</p>
      ) : (
        <AddConstraint
          fields={fields}
          used={constraints.map(({ contextName }) => contextName)}
          limit={limits.constraints}
          onAdd={add}
        />
      )}
    </div>
  )
}
