import { Button, Checkbox, Radio, SegmentedControl } from '@mantine/core'
import { TagsField } from '../../../ui/TagsField.tsx'
import classes from './Filters.module.css'
import { t } from './messages.ts'
import { useOptions } from './options.ts'
import { type Field, readChoice, writeChoice } from './search.ts'

type FilterEditorProps = {
  field: Field
  value: string | undefined
  onChange(value: string | undefined): void
  onClose(): void
}

/** Applies every choice immediately. */
export function FilterEditor({ field, value, onChange, onClose }: FilterEditorProps) {
  const options = useOptions(field)
  const choice = readChoice(value)
  const set = (values: string[]) => onChange(writeChoice({ ...choice, values }))
  const label = t(`filter.${field}`)
  const hasNot = field !== 'created' && field !== 'status'
  return (
    <div className={classes.editor}>
      {hasNot && (
        <SegmentedControl
          aria-label={label}
          data={[
            { value: 'is', label: t('filter.is') },
            { value: 'not', label: t('filter.isNot') },
          ]}
          value={choice.not ? 'not' : 'is'}
          onChange={(next) => onChange(writeChoice({ ...choice, not: next === 'not' }))}
        />
      )}
      {field === 'tag' && (
        <TagsField
          aria-label={label}
          placeholder={t('filter.tagHint')}
          comboboxProps={{ withinPortal: false }}
          value={choice.values}
          onChange={set}
          data-autofocus
        />
      )}
      {field === 'created' && (
        <Radio.Group aria-label={label} value={value ?? ''} onChange={onChange}>
          <div className={classes.options}>
            {options.map((option) => (
              <Radio key={option.value} {...option} />
            ))}
          </div>
        </Radio.Group>
      )}
      {field !== 'tag' && field !== 'created' && (
        <Checkbox.Group aria-label={label} value={choice.values} onChange={set}>
          <div className={classes.options}>
            {options.map((option) => (
              <Checkbox key={option.value} {...option} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <Button variant="default" onClick={onClose}>
        {t('filter.apply')}
      </Button>
    </div>
  )
}
