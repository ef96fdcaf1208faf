import { Slider, Switch, TagsInput, TextInput } from '@mantine/core'
import { PercentFault, PercentInput } from '../../../ui/PercentInput.tsx'
import { useReadOnly } from '../../../ui/readOnly.ts'
import { t } from './messages.ts'
import { type Definition, faultOf, listOf } from './parameters.ts'
import classes from './RuleForm.module.css'

type Values = Record<string, string>
type ParametersProps = {
  definitions: readonly Definition[]
  parameters: Values
  /** Report missing values, after an attempt to save. */
  strict: boolean
  onChange: (parameters: Values) => void
}

/** The inputs for a strategy's parameters, by type. */
export function Parameters({ definitions, parameters, strict, onChange }: ParametersProps) {
  if (definitions.length === 0) return <p className="faint">{t('form.noParameters')}</p>
  return definitions.map((definition) => {
    const value = parameters[definition.name] ?? ''
    const fault = faultOf(definition, value)
    return (
      <Parameter
        key={definition.name}
        definition={definition}
        value={value}
        error={fault && (strict || fault === 'number') ? t(`fault.${fault}`) : undefined}
        onChange={(next) => onChange({ ...parameters, [definition.name]: next })}
      />
    )
  })
}

type ParameterProps = {
  definition: Definition
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function Parameter({ definition, value, error, onChange }: ParameterProps) {
  const { name, type, description, required = false } = definition
  const isReadOnly = useReadOnly()
  const field = { label: name, description, withAsterisk: required, error }
  switch (type) {
    case 'boolean':
      return (
        <Switch
          label={name}
          description={description}
          checked={value === 'true'}
          onChange={(event) => onChange(String(event.currentTarget.checked))}
        />
      )
    case 'list':
      return (
        <TagsInput
          {...field}
          placeholder={value === '' ? t('form.list') : ''}
          value={listOf(value)}
          disabled={isReadOnly}
          splitChars={[',', '\n']}
          acceptValueOnBlur
          onChange={(values) => onChange(values.join(','))}
        />
      )
    case 'percentage':
      return <Percentage definition={definition} value={value} onChange={onChange} />
    default:
      return (
        <TextInput
          {...field}
          classNames={{ input: 'mono' }}
          inputMode={type === 'number' ? 'decimal' : 'text'}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}

function Percentage({ definition, value, onChange }: Omit<ParameterProps, 'error'>) {
  const { name, description } = definition
  const share = Number(value) || 0
  const set = (next: number | undefined) => {
    if (next !== undefined) onChange(String(next))
  }
  return (
    <div>
      <div className={classes.named}>{name}</div>
      {description && <div className="faint small">{description}</div>}
      <div className={classes.share}>
        <Slider
          className={classes.slider ?? ''}
          value={share}
          disabled={useReadOnly()}
          onChange={set}
          min={0}
          max={100}
          size={4}
          thumbSize={16}
          label={null}
          thumbLabel={name}
        />
        <PercentInput className={classes.percent ?? ''} aria-label={name} value={share} onChange={set} />
      </div>
      <PercentFault value={share} />
    </div>
  )
}
