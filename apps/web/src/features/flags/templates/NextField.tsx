import { NumberInput, Select } from '@mantine/core'
import { units } from '../../changes/templates/index.ts'
import type { Next } from './draft.ts'
import { t } from './messages.ts'
import classes from './templates.module.css'

type NextFieldProps = { next: Next; number: number; onChange(next: Next): void }

const kinds = ['time', 'exposure', 'hand'] as const
const isUnit = (value: string): value is Next['unit'] => Object.hasOwn(units, value)

/** When the milestone after this one starts. */
export function NextField({ next, number, onChange }: NextFieldProps) {
  const numberOf = (value: string | number) => (value === '' ? '' : Number(value))
  return (
    <div className={classes.next}>
      <span className={classes.nextLabel}>{t('next.label')}</span>
      <Select
        aria-label={t('next.label')}
        className={classes.kind ?? ''}
        data={kinds.map((kind) => ({ value: kind, label: t(`next.${kind}`) }))}
        value={next.kind}
        allowDeselect={false}
        onChange={(value) => {
          const kind = kinds.find((one) => one === value)
          if (kind) onChange({ ...next, kind })
        }}
      />
      {next.kind === 'time' && (
        <>
          <NumberInput
            aria-label={t('next.amount', { number })}
            className={classes.amount ?? ''}
            min={1}
            allowDecimal={false}
            allowNegative={false}
            value={next.amount}
            onChange={(value) => onChange({ ...next, amount: numberOf(value) })}
          />
          <Select
            aria-label={t('next.unit')}
            className={classes.unit ?? ''}
            data={Object.keys(units).map((unit) => ({
              value: unit,
              label: isUnit(unit) ? t(`next.${unit}`) : unit,
            }))}
            value={next.unit}
            allowDeselect={false}
            onChange={(unit) => unit && isUnit(unit) && onChange({ ...next, unit })}
          />
        </>
      )}
      {next.kind === 'exposure' && (
        <>
          <NumberInput
            aria-label={t('next.count', { number })}
            className={classes.count ?? ''}
            min={1}
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=","
            hideControls
            value={next.count}
            onChange={(value) => onChange({ ...next, count: numberOf(value) })}
          />
          <span className="dim">{t('next.times')}</span>
        </>
      )}
    </div>
  )
}
