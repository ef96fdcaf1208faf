import { eventTexts } from '@flagstaff/contract/event-texts'
import { Menu, Select, TextInput } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { formatDay } from '../../../lib/format.ts'
import { environmentList } from '../../../lib/session.ts'
import { formatMessage } from '../../../messages/messages.ts'
import { AddFilter, Chip } from '../../../ui/Chips.tsx'
import listClasses from '../../../ui/List.module.css'
import { FilterBox } from '../../../ui/List.tsx'
import classes from './EventLog.module.css'
import { t } from './messages.ts'
import { eventCreators, projectNames } from './queries.ts'
import type { LogSearch } from './search.ts'

const fields = ['type', 'actor', 'project', 'flag', 'environment', 'from', 'to', 'group', 'id'] as const
type Field = (typeof fields)[number]
const offered = ['type', 'actor', 'project', 'flag', 'environment', 'from', 'to'] as const
type Option = { value: string; label: string }

type EventFiltersProps = {
  search: LogSearch
  fixed: LogSearch
  onSearch(search: LogSearch): void
  shown: number
  total: number
}

/** The active filters, as chips that can be removed. */
export function EventFilters({ search, fixed, onSearch, shown, total }: EventFiltersProps) {
  const [pending, setPending] = useState<Field>()
  const options = useOptions()
  const set = (change: LogSearch) => {
    setPending(undefined)
    onSearch({ ...search, ...change, open: undefined })
  }
  const show = (field: Field, value: string) => {
    if (field === 'from' || field === 'to') return formatDay(value)
    return options[field]?.find((option) => option.value === value)?.label ?? value
  }
  const isFree = (field: Field) => search[field] === undefined && fixed[field] === undefined
  return (
    <div className={listClasses.filters}>
      <FilterBox
        label={t('log.search')}
        value={search.q ?? ''}
        onChange={(q) => set({ q: q || undefined })}
      />
      {fields.map((field) => {
        const value = search[field]
        if (value === undefined) return null
        const text = show(field, value)
        return (
          <Chip
            key={field}
            field={t(`filter.${field}`)}
            value={text}
            name={text}
            onRemove={() => set({ [field]: undefined })}
          />
        )
      })}
      {pending && (
        <Editor
          field={pending}
          options={options[pending]}
          onChoose={(value) => set({ [pending]: value })}
          onLeave={() => setPending(undefined)}
        />
      )}
      <AddFilter>
        {offered.filter(isFree).map((field) => (
          <Menu.Item key={field} onClick={() => setPending(field)}>
            {t(`filter.${field}`)}
          </Menu.Item>
        ))}
        <Menu.Label>{t('filter.when')}</Menu.Label>
        {[0, 7, 30].map((days) => (
          <Menu.Item key={days} onClick={() => set({ from: daysAgo(days), to: undefined })}>
            {days === 0 ? t('filter.today') : t('filter.days', { days })}
          </Menu.Item>
        ))}
      </AddFilter>
      {total > 0 && (
        <span className={classes.shown}>
          {t(total >= COUNTED ? 'log.shownMany' : 'log.shown', { shown, total: Math.max(shown, total) })}
        </span>
      )}
    </div>
  )
}

/** The server stops counting at this number. */
const COUNTED = 10_000

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

function useOptions(): Partial<Record<Field, Option[]>> {
  const creators = choicesOf(useQuery(eventCreators))
  const projects = choicesOf(useQuery(projectNames))
  const { data: environments } = useSuspenseQuery(environmentList)
  return {
    type: Object.entries(eventTexts).map(([value, [label]]) => ({
      value,
      label: `${formatMessage(label)} (${value})`,
    })),
    actor: creators.map(({ id, name }) => ({ value: String(id), label: name })),
    project: projects.map(({ id, name }) => ({ value: id, label: name })),
    environment: environments.map(({ name }) => ({ value: name, label: name })),
  }
}

type EditorProps = {
  field: Field
  options: Option[] | undefined
  onChoose(value: string): void
  onLeave(): void
}

function Editor({ field, options, onChoose, onLeave }: EditorProps): ReactNode {
  const [opened, setOpened] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // Wait until the menu has returned the focus to its button.
  useEffect(() => {
    const timer = setTimeout(() => {
      input.current?.focus()
      setOpened(true)
    }, 60)
    return () => clearTimeout(timer)
  }, [])
  const label = t('filter.choose', { field: t(`filter.${field}`) })
  if (options)
    return (
      <Select
        aria-label={label}
        placeholder={label}
        data={options}
        className={classes.editor}
        ref={input}
        comboboxProps={{ width: 360, position: 'bottom-start' }}
        searchable
        // Open after mounting: otherwise the open state is not announced to assistive technology.
        dropdownOpened={opened}
        onDropdownOpen={() => setOpened(true)}
        onDropdownClose={() => setOpened(false)}
        onChange={(value) => value && onChoose(value)}
        onBlur={onLeave}
      />
    )
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      className={classes.editor}
      ref={input}
      type={field === 'flag' ? 'text' : 'date'}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.currentTarget.value) onChoose(event.currentTarget.value)
        if (event.key === 'Escape') onLeave()
      }}
      onBlur={(event) => (event.currentTarget.value ? onChoose(event.currentTarget.value) : onLeave())}
    />
  )
}
