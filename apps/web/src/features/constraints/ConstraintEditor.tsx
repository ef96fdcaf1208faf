import type { Constraint } from '@flagstaff/contract/common'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useReadOnly } from '../../ui/readOnly.ts'
import { AddConstraint } from './AddConstraint.tsx'
import classes from './ConstraintEditor.module.css'
import { ConstraintRow } from './ConstraintRow.tsx'
import { t } from './messages.ts'
import { contextFieldList, useLimits } from './queries.ts'

type EditorProps = {
  constraints: readonly Constraint[]
  onChange: (constraints: Constraint[]) => void
  /** Fields of other projects are left out, and its applications are looked at. */
  project?: string | undefined
  /** Also say what is merely missing: somebody has tried to save. */
  strict?: boolean
}

/** Constraints of a rule or a segment: typed in one box, or put together field by field. */
export function ConstraintEditor({ constraints, onChange, project, strict = false }: EditorProps) {
  const { data = [] } = useQuery(contextFieldList)
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
          // biome-ignore lint/suspicious/noArrayIndexKey: constraints have no identity but their place
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
        constraints.length === 0 && <p className="t3">{t('constraint.none')}</p>
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
