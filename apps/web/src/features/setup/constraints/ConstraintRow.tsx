import type { Constraint } from '@flagstaff/contract/common'
import { completeValue } from '@flagstaff/engine/complete'
import { ActionIcon, Select, TagsInput, TextInput, Tooltip } from '@mantine/core'
import { IconEqualNot, IconLetterCase, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatMoment } from '../../../lib/format.ts'
import {
  blankConstraint,
  blankFor,
  fitting,
  type Kind,
  minds,
  type Operator,
  operatorNames,
  operators,
  takesList,
} from '../../../lib/operators.ts'
import { useReadOnly } from '../../../ui/readOnly.ts'
import classes from './ConstraintEditor.module.css'
import { faultOf, timeIn } from './check.ts'
import { LegalValues } from './LegalValues.tsx'
import { operatorText, t } from './messages.ts'
import { OperatorWarnings } from './OperatorWarnings.tsx'

type Field = {
  name: string
  valueType?: string | undefined
  legalValues?: { value: string; description?: string | undefined }[]
}
type RowProps = {
  constraint: Constraint
  fields: readonly Field[]
  project: string | undefined
  mostValues: number
  strict: boolean
  /** Just added: focus its value. */
  fresh: boolean
  onChange: (next: Constraint) => void
  onRemove: () => void
}

export function ConstraintRow(props: RowProps) {
  const { constraint, fields, project, strict, onChange, onRemove } = props
  const { contextName, operator, inverted = false, caseInsensitive = false } = constraint
  const field = fields.find(({ name }) => name === contextName)
  const names = [...new Set([...fields.map(({ name }) => name), contextName])]
  const fault = faultOf(constraint, fields, props.mostValues)
  const shown = fault && (strict || !fault.missing) ? t(fault.key, fault.values) : undefined
  const time = timeIn(constraint)
  const note = shown ?? (time === undefined ? undefined : t('hint.date', { moment: formatMoment(time) }))
  const isReadOnly = useReadOnly()
  const change = (part: Partial<Constraint>) => onChange({ ...constraint, ...part })
  const chooseField = (name: string) => {
    const next = fields.find((one) => one.name === name) ?? { name }
    const fits = fitting(next).includes(operators[operator].kind)
    onChange(fits ? { ...blankConstraint(name, operator), inverted } : blankFor(next))
  }
  const chooseOperator = (next: Operator) =>
    onChange(
      takesList(next) === takesList(operator)
        ? { ...constraint, operator: next }
        : blankConstraint(contextName, next),
    )
  return (
    <fieldset className={classes.row}>
      <legend className="hidden">{t('constraint.legend', { field: contextName })}</legend>
      <Select
        aria-label={t('constraint.field')}
        className={classes.select}
        classNames={{ input: 'mono' }}
        data={names}
        value={contextName}
        searchable
        allowDeselect={false}
        onChange={(name) => name && name !== contextName && chooseField(name)}
      />
      <Select
        aria-label={t('constraint.operator')}
        className={classes.select}
        data={operatorGroups(fitting(field), operator)}
        value={operator}
        allowDeselect={false}
        maxDropdownHeight={320}
        onChange={(value) => value && chooseOperator(value as Operator)}
      />
      <Values {...props} note={note} invalid={Boolean(shown)} />
      {!isReadOnly && (
        <div className={classes.tools}>
          {minds(operator) && (
            <Toggle
              label={t('constraint.case')}
              on={caseInsensitive}
              onToggle={() => change({ caseInsensitive: !caseInsensitive })}
            >
              <IconLetterCase size={16} stroke={1.5} />
            </Toggle>
          )}
          {operator !== 'REGEX' && (
            <Toggle
              label={t('constraint.invert')}
              on={inverted}
              onToggle={() => change({ inverted: !inverted })}
            >
              <IconEqualNot size={16} stroke={1.5} />
            </Toggle>
          )}
          <Tooltip label={t('constraint.remove', { field: contextName })}>
            <ActionIcon aria-label={t('constraint.remove', { field: contextName })} onClick={onRemove}>
              <IconX size={16} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        </div>
      )}
      {project !== undefined && <OperatorWarnings project={project} constraints={[constraint]} beside />}
    </fieldset>
  )
}

type ValuesProps = RowProps & { note: string | undefined; invalid: boolean }

function Values({ constraint, fields, fresh, onChange, note, invalid }: ValuesProps) {
  const { contextName, operator, values = [], value = '' } = constraint
  const isReadOnly = useReadOnly()
  const legal = fields.find(({ name }) => name === contextName)?.legalValues ?? []
  // Mantine derives `aria-describedby` from `description` and `aria-invalid` from `error`, and ignores the attributes.
  const aria = {
    description: note,
    descriptionProps: noteProps(invalid),
    inputWrapperOrder: ['input' as const, 'description' as const],
    error: invalid,
    withErrorStyles: false,
  }
  if (takesList(operator)) {
    return legal.length > 0 ? (
      <LegalValues
        field={contextName}
        legal={legal}
        values={values}
        note={note && <p {...noteProps(invalid)}>{note}</p>}
        onChange={(next) => onChange({ ...constraint, values: next })}
      />
    ) : (
      <TagsInput
        {...aria}
        aria-label={t('constraint.values')}
        className={classes.values}
        value={[...values]}
        disabled={isReadOnly}
        splitChars={[',', ';', '\n', '\t']}
        acceptValueOnBlur
        autoFocus={fresh && values.length === 0}
        onChange={(next) => onChange({ ...constraint, values: next })}
      />
    )
  }
  // Shown as it will be stored, so that saving changes nothing that the person has seen.
  const stored = completeValue(operator, value) ?? value
  const single = {
    ...aria,
    'aria-label': t('constraint.value'),
    className: classes.values ?? '',
    value,
    classNames: { input: 'mono' },
  }
  return legal.length > 0 ? (
    <Select
      {...single}
      data={legal.map((one) => one.value)}
      onChange={(next) => onChange({ ...constraint, value: next ?? '' })}
    />
  ) : (
    <TextInput
      {...single}
      autoFocus={fresh && value === ''}
      onChange={(event) => onChange({ ...constraint, value: event.currentTarget.value })}
      onBlur={() => value !== stored && onChange({ ...constraint, value: stored })}
    />
  )
}

const noteProps = (bad: boolean) => ({
  className: classes.note ?? '',
  'data-bad': bad || undefined,
  'aria-live': 'polite' as const,
})

function Toggle(props: { label: string; on: boolean; onToggle: () => void; children: ReactNode }) {
  return (
    <Tooltip label={props.label}>
      <ActionIcon
        aria-label={props.label}
        aria-pressed={props.on}
        className={classes.toggle}
        onClick={props.onToggle}
      >
        {props.children}
      </ActionIcon>
    </Tooltip>
  )
}

/** Grouped by kind; includes the selected operator even if it no longer fits. */
function operatorGroups(kinds: readonly Kind[], chosen: Operator) {
  const all = [...new Set([...kinds, operators[chosen].kind])]
  return all.map((kind) => ({
    group: t(`kind.${kind}`),
    items: operatorNames
      .filter((name) => operators[name].kind === kind)
      .map((value) => ({ value, label: operatorText(value) })),
  }))
}
