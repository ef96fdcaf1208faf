import { TextInput } from '@mantine/core'

type ParametersProps = {
  parameters: Record<string, string>
  onChange: (parameters: Record<string, string>) => void
}

/** Strategies other than the gradual rollout: whatever they were given, as text. */
export function Parameters({ parameters, onChange }: ParametersProps) {
  return Object.entries(parameters).map(([name, value]) => (
    <TextInput
      key={name}
      label={name}
      classNames={{ input: 'mono' }}
      value={value}
      onChange={(event) => onChange({ ...parameters, [name]: event.currentTarget.value })}
    />
  ))
}
