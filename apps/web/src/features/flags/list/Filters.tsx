import { ActionIcon, Button, Menu, Popover, Tooltip, UnstyledButton } from '@mantine/core'
import { IconBaselineDensityMedium, IconBaselineDensitySmall, IconFilter, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useDebouncedText } from '../../../lib/debouncedText.ts'
import { setPreference, usePreference } from '../../../lib/preferences.ts'
import { t as shared } from '../../../messages/en.ts'
import { FilterBox } from '../../../ui/List.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { FilterEditor } from './FilterEditor.tsx'
import classes from './Filters.module.css'
import { t } from './messages.ts'
import { useWords } from './options.ts'
import { SavedViews } from './SavedViews.tsx'
import { type Field, type FlagListSearch, fields } from './search.ts'

type FiltersProps = {
  search: FlagListSearch
  project: string | undefined
  onChange(part: Partial<FlagListSearch>): void
  onClear(): void
  onEnter(): void
}

/** The filter bar: text, a chip for each active filter, and a menu to add one. */
export function Filters({ search, project, onChange, onClear, onEnter }: FiltersProps) {
  const [text, type] = useDebouncedText(search.q ?? '', (q) => onChange({ q: q || undefined }))
  /** The filter being edited, even if it has no value yet. */
  const [open, setOpen] = useState<Field>()
  const density = usePreference('density', 'comfortable')
  const offered = fields.filter((field) => !(project !== undefined && field === 'project'))
  const shown = offered.filter((field) => search[field] || field === open)
  const add = (field: Field) => {
    if (field === 'favorite') onChange({ favorite: 'yes' })
    else setOpen(field)
  }
  const compact = density === 'compact'
  const Density = compact ? IconBaselineDensityMedium : IconBaselineDensitySmall
  return (
    <div className={classes.bar}>
      <FilterBox label={t('list.filter')} value={text} onChange={type} onEnter={onEnter} />
      {shown.map((field) => (
        <FilterChip
          key={field}
          field={field}
          search={search}
          open={open === field}
          onOpen={(next) => setOpen(next ? field : undefined)}
          onChange={(value) => onChange({ [field]: value })}
        />
      ))}
      {shown.length < offered.length && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              variant="subtle"
              color="gray"
              className={classes.add ?? ''}
              aria-label={shared('filter.add')}
              leftSection={<IconFilter size={14} stroke={1.75} />}
            >
              {shared('filter.add')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered
              .filter((field) => !shown.includes(field))
              .map((field) => (
                <Menu.Item key={field} onClick={() => add(field)}>
                  {t(`filter.${field}`)}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {shown.length > 1 && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            setOpen(undefined)
            onClear()
          }}
        >
          {t('filter.clear')}
        </Button>
      )}
      <SavedViews search={search} project={project} />
      <ColumnChoice />
      <Tooltip label={shared(compact ? 'density.comfortable' : 'density.compact')}>
        <ActionIcon
          aria-label={t('list.density')}
          aria-pressed={compact}
          onClick={() => setPreference('density', compact ? 'comfortable' : 'compact')}
        >
          <Density size={16} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

type FilterChipProps = {
  field: Field
  search: FlagListSearch
  open: boolean
  onOpen(open: boolean): void
  onChange(value: string | undefined): void
}

/** "Tag is not internal ×": the text opens its editor, the cross removes it. */
function FilterChip({ field, search, open, onOpen, onChange }: FilterChipProps) {
  const { verb, value } = useWords(field, search)
  const label = t(`filter.${field}`)
  const words = (
    <>
      <span className="faint">{label}</span> {verb} <b>{value || t('filter.choose')}</b>
    </>
  )
  const name = [label, verb, value].filter(Boolean).join(' ')
  return (
    <span className={classes.chip}>
      {field === 'favorite' ? (
        <span className={classes.words}>{words}</span>
      ) : (
        <Popover opened={open} onChange={onOpen} position="bottom-start" trapFocus returnFocus shadow="md">
          <Popover.Target>
            <UnstyledButton
              className={classes.words}
              aria-label={t('filter.edit', { name })}
              onClick={() => onOpen(!open)}
            >
              {words}
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown aria-label={label}>
            <FilterEditor
              field={field}
              value={search[field]}
              onChange={onChange}
              onClose={() => onOpen(false)}
            />
          </Popover.Dropdown>
        </Popover>
      )}
      <UnstyledButton
        className={classes.remove}
        aria-label={shared('filter.remove', { name })}
        onClick={() => {
          onOpen(false)
          onChange(undefined)
        }}
      >
        <IconX size={12} stroke={1.75} />
      </UnstyledButton>
    </span>
  )
}
