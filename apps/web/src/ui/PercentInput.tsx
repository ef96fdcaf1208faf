import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'
import { isFraction } from '../lib/percent.ts'
import { t } from '../messages/en.ts'

type PercentInputProps = Omit<NumberInputProps, 'value' | 'onChange' | 'error'> & {
  value: number | undefined
  onChange(value: number | undefined): void
}

/** Passes on fractions too, so that the form can reject them. */
export function PercentInput({ value, onChange, ...rest }: PercentInputProps) {
  // Keep the text: "0." is the number 0, and without the point, 0.5 would become 5.
  const [typed, setTyped] = useState<string | number>(value ?? '')
  const isSame = typed === '' ? value === undefined : Number(typed) === value
  return (
    <NumberInput
      min={0}
      max={100}
      clampBehavior="strict"
      suffix={'\u202f%'}
      hideControls
      {...rest}
      error={isFraction(value)}
      value={isSame ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next)
        onChange(next === '' ? undefined : Number(next))
      }}
    />
  )
}

export const PercentFault = ({ value }: { value: number | undefined }) =>
  isFraction(value) ? (
    <p className="problem small" role="alert">
      {t('percent.whole')}
    </p>
  ) : null
