import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './ConstraintEditor.module.css'
import { t } from './messages.ts'

type LegalValue = { value: string; description?: string | undefined }
type LegalProps = {
  field: string
  legal: readonly LegalValue[]
  values: readonly string[]
  /** Describes the group: an error or a hint. */
  note?: ReactNode
  onChange: (values: string[]) => void
}

/** Longer lists have a search field. */
const READABLE = 10

/** Checkboxes for the legal values of a field. */
export function LegalValues({ field, legal, values, note, onChange }: LegalProps) {
  const noteId = useId()
  const [query, setQuery] = useState('')
  const gone = values.filter((value) => !legal.some((one) => one.value === value))
  const found = legal.filter(({ value, description = '' }) =>
    `${value} ${description}`.toLowerCase().includes(query.trim().toLowerCase()),
  )
  const set = (value: string, on: boolean) =>
    onChange(on ? [...values, value] : values.filter((other) => other !== value))
  const box = ({ value, description }: LegalValue) => (
    <Checkbox
      key={value}
      label={<span className="mono">{value}</span>}
      description={description}
      checked={values.includes(value)}
      onChange={(event) => set(value, event.currentTarget.checked)}
    />
  )
  return (
    <fieldset className={classes.legal} aria-describedby={note ? noteId : undefined}>
      <legend className="hidden">{t('legal.legend', { field })}</legend>
      {legal.length > READABLE && (
        <div className={classes.search}>
          <TextInput
            aria-label={t('legal.search', { field })}
            placeholder={t('legal.search', { field })}
            leftSection={<IconSearch size={14} stroke={1.75} />}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
          <Button
            variant="subtle"
            onClick={() => onChange([...new Set([...values, ...found.map(({ value }) => value)])])}
          >
            {t('legal.all')}
          </Button>
          <Button variant="subtle" onClick={() => onChange([])}>
            {t('legal.none')}
          </Button>
          <span className="faint small num">
            {t('legal.chosen', { count: values.length, all: legal.length })}
          </span>
        </div>
      )}
      <div className={classes.boxes}>
        {found.map(box)}
        {gone.map((value) => box({ value, description: t('legal.gone') }))}
      </div>
      {note && <div id={noteId}>{note}</div>}
    </fieldset>
  )
}
