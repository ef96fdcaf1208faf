import { Autocomplete, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { parseContext } from '../../../lib/context.ts'
import { contextFieldList } from '../../../lib/contextFields.ts'
import { useDebouncedText } from '../../../lib/debouncedText.ts'
import { t } from './messages.ts'
import classes from './playground.module.css'
import type { Played, Row } from './queries.ts'
import { type Change, type Fields, isPast, type PlaySearch } from './search.ts'
import { Where } from './Where.tsx'

type InputProps = {
  search: PlaySearch
  environments: readonly string[]
  played: Played | undefined
  onChange: Change
}

/** The context, environments, projects and flags to evaluate. */
export function Input({ search, environments, played, onChange }: InputProps) {
  const [form, setForm] = useState('rows')
  const fields = search.context ?? {}
  const set = (context: Fields) => onChange({ context, case: undefined })
  return (
    <section className={classes.input} aria-label={t('context.title')}>
      <div className={classes.sectionHead}>
        <h2>{t('context.title')}</h2>
        <SegmentedControl
          aria-label={t('context.form')}
          data={[
            { value: 'rows', label: t('context.rows') },
            { value: 'json', label: t('context.json') },
          ]}
          value={form}
          onChange={setForm}
        />
      </div>
      {form === 'rows' ? (
        <ContextRows fields={fields} onChange={set} />
      ) : (
        <Json fields={fields} onChange={set} />
      )}
      <p className="faint small">{t('context.several')}</p>
      {played && played.left.length > 0 && (
        <p className={classes.warning}>{t('context.left', { names: played.left.join(', ') })}</p>
      )}
      <h2 className={classes.second}>{t('where.title')}</h2>
      <Where search={search} environments={environments} onChange={onChange} />
      {played && isPast(search) && <Differences rows={played.rows} environments={environments.length} />}
    </section>
  )
}

type FieldsProps = { fields: Fields; onChange(fields: Fields): void }

function ContextRows({ fields, onChange }: FieldsProps) {
  const known = choicesOf(useQuery(contextFieldList))
  // An emptied field stays visible until it is removed.
  const [added, setAdded] = useState<readonly string[]>(['userId'])
  const names = [...new Set([...added, ...Object.keys(fields)])]
  const [name, setName] = useState('')
  const put = (field: string, value: string) => onChange({ ...fields, [field]: value })
  const drop = (field: string) => {
    setAdded(added.filter((other) => other !== field))
    onChange(Object.fromEntries(Object.entries(fields).filter(([other]) => other !== field)))
  }
  const add = (field: string) => {
    if (field.trim() !== '') setAdded([...names, field.trim()])
    setName('')
  }
  const offered = known.map((field) => field.name).filter((field) => !names.includes(field))
  return (
    <>
      <Paste fields={fields} onChange={onChange} />
      <div className={classes.rows}>
        {names.map((field) => (
          <FieldRow
            key={field}
            name={field}
            value={fields[field] ?? ''}
            legal={known.find((one) => one.name === field)?.legalValues?.map(({ value }) => value) ?? []}
            onChange={(value) => put(field, value)}
            onRemove={() => drop(field)}
          />
        ))}
      </div>
      <Autocomplete
        size="xs"
        aria-label={t('context.addName')}
        placeholder={t('context.add')}
        leftSection={<IconPlus size={14} stroke={1.75} />}
        data={offered}
        value={name}
        onChange={setName}
        onOptionSubmit={(option) => {
          // Clear after Autocomplete has written the option's text into the box.
          queueMicrotask(() => setName(''))
          add(option)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add(name)
        }}
      />
    </>
  )
}

type FieldRowProps = {
  name: string
  value: string
  legal: readonly string[]
  onChange(value: string): void
  onRemove(): void
}

function FieldRow({ name, value, legal, onChange, onRemove }: FieldRowProps) {
  const [text, type] = useDebouncedText(value, onChange)
  return (
    <div className={classes.field}>
      <span className="mono" aria-hidden="true" title={name}>
        {name}
      </span>
      <Autocomplete
        size="xs"
        aria-label={t('context.value', { field: name })}
        data={[...legal]}
        value={text}
        onChange={type}
        classNames={{ input: 'mono' }}
      />
      <button
        type="button"
        className={classes.remove}
        aria-label={t('context.remove', { field: name })}
        onClick={onRemove}
      >
        <IconX size={14} stroke={1.5} />
      </button>
    </div>
  )
}

/** Accepts a context pasted from a log or a bug report. */
function Paste({ fields, onChange }: FieldsProps) {
  const [text, setText] = useState('')
  const take = (pasted: string) => {
    const parsed = parseContext(pasted)
    if (parsed) onChange({ ...fields, ...parsed })
    setText(parsed ? '' : pasted)
  }
  return (
    <TextInput
      aria-label={t('context.paste')}
      placeholder={t('context.pasteExample')}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onPaste={(event) => {
        event.preventDefault()
        take(event.clipboardData.getData('text'))
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(text)
      }}
    />
  )
}

/** Incomplete JSON is ignored until it is a valid object. */
function Json({ fields, onChange }: FieldsProps) {
  const [text, setText] = useState(() => JSON.stringify(fields, null, 2))
  const read = parseContext(text)
  const wrong = text.trim() !== '' && (!text.trim().startsWith('{') || read === undefined)
  return (
    <Textarea
      aria-label={t('context.json')}
      autosize
      minRows={6}
      maxRows={16}
      value={text}
      error={wrong ? t('context.unread') : undefined}
      onChange={(event) => {
        const next = event.currentTarget.value
        setText(next)
        const parsed = next.trim().startsWith('{') ? parseContext(next) : undefined
        if (parsed) onChange(parsed)
      }}
      classNames={{ input: classes.json ?? '' }}
      spellCheck={false}
    />
  )
}

function Differences({ rows, environments }: { rows: readonly Row[]; environments: number }) {
  const count = rows.reduce((sum, { changes }) => sum + changes.size, 0)
  return (
    <>
      <h2 className={classes.second}>{t('differs.title')}</h2>
      <p className={classes.differs}>
        {count === 0
          ? t('differs.none')
          : t('differs.count', { count, total: rows.length * environments, mark: t('differs.mark') })}
      </p>
    </>
  )
}
