import { Select, TextInput } from '@mantine/core'
import { type Expiry, expiries } from './expiry.ts'
import { t } from './messages.ts'
import classes from './tokens.module.css'

type ExpiryFieldProps = {
  value: Expiry
  onChange(value: Expiry): void
  /** For tokens that must expire. */
  withoutNever?: boolean
  error?: string | undefined
}

export function ExpiryField({ value, onChange, withoutNever = false, error }: ExpiryFieldProps) {
  const label = (choice: Expiry['choice']) => {
    if (choice === 'never') return t('new.never')
    if (choice === 'custom') return t('new.custom')
    return choice === '365' ? t('new.year') : t('new.days', { days: Number(choice) })
  }
  return (
    <div className={classes.expiry}>
      <Select
        label={t('new.expiry')}
        data={expiries
          .filter((choice) => !withoutNever || choice !== 'never')
          .map((choice) => ({ value: choice, label: label(choice) }))}
        value={value.choice}
        allowDeselect={false}
        onChange={(choice) => choice && onChange({ ...value, choice: choice as Expiry['choice'] })}
      />
      {value.choice === 'custom' && (
        <TextInput
          type="date"
          label={t('new.date')}
          value={value.day}
          error={error}
          onChange={(event) => onChange({ ...value, day: event.currentTarget.value })}
        />
      )}
    </div>
  )
}
