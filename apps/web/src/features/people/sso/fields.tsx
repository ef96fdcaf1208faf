import { PasswordInput, TextInput } from '@mantine/core'
import { CopyIcon } from '../../../ui/Copy.tsx'
import { t } from './messages.ts'
import classes from './sso.module.css'

type TextFieldProps = { label: string; hint?: string; value: string; onChange(value: string): void }

export const TextField = ({ label, hint, value, onChange }: TextFieldProps) => (
  <TextInput
    label={label}
    description={hint}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    classNames={{ input: 'mono' }}
    autoComplete="off"
    spellCheck={false}
  />
)

export const SecretField = ({ label, hint, value, onChange }: TextFieldProps) => (
  <PasswordInput
    label={label}
    description={hint}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    classNames={{ input: 'mono' }}
    autoComplete="new-password"
    visibilityToggleButtonProps={{ 'aria-label': t('secret.show'), tabIndex: 0 }}
  />
)

/** The values to configure at the provider. */
export function ToRegister({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="mono">{value}</span>
            <CopyIcon text={value} what={label} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
