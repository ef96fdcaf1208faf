import type { ValueType } from '@flagstaff/contract/values'
import type { ValueFault } from '@flagstaff/rules/value-schema'
import { Select, Textarea, TextInput } from '@mantine/core'
import { t } from './messages.ts'

export const faultText = (fault: ValueFault | undefined) =>
  fault && t('value.fault', { path: fault.path || t('value.it'), message: fault.message })

type DefaultFieldProps = {
  type: ValueType
  text: string
  fault: ValueFault | undefined
  onChange(text: string): void
}

/** The default value, as a field that fits its type. */
export function DefaultField({ type, text, fault, onChange }: DefaultFieldProps) {
  const shared = {
    label: t('value.default'),
    description: t('value.defaultHint'),
    error: faultText(fault),
    spellCheck: false,
  }
  if (type === 'boolean')
    return (
      <Select
        {...shared}
        data={['false', 'true']}
        value={text}
        allowDeselect={false}
        onChange={(value) => value && onChange(value)}
      />
    )
  if (type === 'object')
    return (
      <Textarea
        {...shared}
        classNames={{ input: 'mono' }}
        autosize
        minRows={6}
        maxRows={24}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return (
    <TextInput
      {...shared}
      classNames={{ input: 'mono' }}
      inputMode={type === 'string' ? 'text' : 'decimal'}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
