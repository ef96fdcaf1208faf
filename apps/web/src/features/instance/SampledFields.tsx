import { ActionIcon, Autocomplete, SegmentedControl } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choicesOf } from '../../lib/choices.ts'
import { contextFieldList } from '../../lib/contextFields.ts'
import classes from './instance.module.css'
import { t } from './messages.ts'
import { alwaysStored, type Mode, newField, type SampledField } from './sample.ts'

type FieldsProps = { fields: readonly SampledField[]; onChange(fields: SampledField[]): void }

/** The stored fields, each with its mode. All other fields are dropped. */
export function SampledFields({ fields, onChange }: FieldsProps) {
  const known = choicesOf(useQuery(contextFieldList))
  const [typed, setTyped] = useState('')
  const chosen = new Set([...fields.map(({ name }) => name), ...alwaysStored])
  const add = (text: string) => {
    const name = text.trim()
    setTyped('')
    if (name !== '' && !chosen.has(name)) onChange([...fields, newField(name)])
  }
  const setMode = (field: SampledField, mode: Mode) =>
    onChange(fields.map((one) => (one === field ? { ...one, mode } : one)))
  return (
    <section className={classes.sampled} aria-label={t('sample.fields')}>
      <h3>{t('sample.fields')}</h3>
      <p className="faint small">{t('sample.fieldsHint')}</p>
      <ul>
        <li>
          <code>appName</code>
          <span className="faint small">{t('sample.always')}</span>
        </li>
        {fields.map((field) => (
          <li key={field.name}>
            <code>{field.name}</code>
            <SegmentedControl
              size="xs"
              aria-label={t('sample.modeOf', { name: field.name })}
              data={[
                { value: 'plain', label: t('sample.plain') },
                { value: 'pseudonym', label: t('sample.pseudonym') },
              ]}
              value={field.mode}
              onChange={(mode) => setMode(field, mode as Mode)}
            />
            <ActionIcon
              variant="subtle"
              aria-label={t('sample.remove', { name: field.name })}
              onClick={() => onChange(fields.filter((one) => one !== field))}
            >
              <IconX size={16} stroke={1.5} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Autocomplete
        className={classes.add ?? ''}
        aria-label={t('sample.add')}
        placeholder={t('sample.addExample')}
        data={known.map(({ name }) => name).filter((name) => !chosen.has(name))}
        value={typed}
        maxLength={100}
        onChange={setTyped}
        onOptionSubmit={add}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.defaultPrevented) return
          event.preventDefault()
          add(typed)
        }}
      />
    </section>
  )
}
