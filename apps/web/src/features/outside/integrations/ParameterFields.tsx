import type { AddonParameter, AddonType } from '@flagstaff/contract/integrations'
import { NumberInput, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { type Draft, MASK } from './draft.ts'
import { t } from './messages.ts'

type ParameterFieldsProps = { provider: AddonType; draft: Draft; edit(change: Partial<Draft>): void }

export const ParameterFields = ({ provider, draft, edit }: ParameterFieldsProps) =>
  (provider.parameters ?? []).map((parameter) => (
    <ParameterField
      key={parameter.name}
      parameter={parameter}
      value={draft.parameters[parameter.name] ?? ''}
      onChange={(value) => edit({ parameters: { ...draft.parameters, [parameter.name]: value } })}
    />
  ))

type FieldProps = { parameter: AddonParameter; value: string; onChange(value: string): void }

function ParameterField({ parameter, value, onChange }: FieldProps) {
  const { displayName, description, placeholder, required, sensitive, type } = parameter
  const isStored = value === MASK
  const shared = {
    label: required ? displayName : t('form.optional', { name: displayName }),
    description: isStored ? t('form.kept') : description,
    placeholder,
    autoComplete: 'off',
    // A mask is replaced as a whole.
    onFocus: (event: { currentTarget: { select(): void } }) => isStored && event.currentTarget.select(),
  }
  if (type === 'number')
    return (
      <NumberInput
        {...shared}
        value={value === '' ? '' : Number(value)}
        min={0}
        max={500}
        allowDecimal={false}
        onChange={(next) => onChange(String(next))}
      />
    )
  if (type === 'textfield')
    return (
      <Textarea
        {...shared}
        value={value}
        autosize
        minRows={2}
        maxRows={12}
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (sensitive && type !== 'url')
    return (
      <PasswordInput
        {...shared}
        value={value}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('form.show', { name: displayName }), tabIndex: 0 }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return (
    <TextInput
      {...shared}
      value={value}
      type="text"
      inputMode={type === 'url' ? 'url' : undefined}
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
