import type { ComponentProps } from 'react'
import classes from './RowControls.module.css'

// Plain elements for performance: a table renders hundreds of these with every keystroke in its filter.

type RowCheckboxProps = {
  label: string
  checked: boolean
  large?: boolean
  /** `range`: select all rows up to this one (Shift+click). */
  onChange(range: boolean): void
}

export function RowCheckbox({ label, checked, large = false, onChange }: RowCheckboxProps) {
  return (
    <input
      type="checkbox"
      className={classes.checkbox}
      data-large={large || undefined}
      aria-label={label}
      checked={checked}
      onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  )
}

type RowSwitchProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string
  checked: boolean
  refused: boolean
  large?: boolean
  onChange(): void
}

/** `rest` comes from the tooltip that explains why it is disabled. */
export function RowSwitch({ label, checked, refused, large = false, onChange, ...rest }: RowSwitchProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      role="switch"
      className={classes.switch}
      data-large={large || undefined}
      aria-label={label}
      aria-disabled={refused || undefined}
      aria-checked={checked}
      checked={checked}
      onChange={() => {
        if (!refused) onChange()
      }}
    />
  )
}
