import { MultiSelect, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { choicesOf } from '../../../lib/choices.ts'
import { projectList } from '../../../lib/projects.ts'
import classes from './insights.module.css'
import { t } from './messages.ts'
import { allowsDays, type InsightsSearch, ranges, USUAL } from './search.ts'

type FiltersProps = { search: InsightsSearch; onChange(change: Partial<InsightsSearch>): void }

/** The period and the step. */
export function PeriodFilters({ search, onChange }: FiltersProps) {
  const weeks = search.weeks ?? USUAL
  const isDaily = search.by === 'day' && allowsDays(weeks)
  return (
    <>
      <SegmentedControl
        aria-label={t('range')}
        data={ranges.map((value) => ({ value: String(value), label: t(`range.${value}`) }))}
        value={String(weeks)}
        onChange={(value) =>
          onChange({ weeks: ranges.find((one) => String(one) === value && one !== USUAL) })
        }
      />
      <SegmentedControl
        aria-label={t('by')}
        data={[
          { value: 'week', label: t('by.week') },
          { value: 'day', label: t('by.day'), disabled: !allowsDays(weeks) },
        ]}
        value={isDaily ? 'day' : 'week'}
        onChange={(value) => onChange({ by: value === 'day' ? 'day' : undefined })}
      />
    </>
  )
}

const SHOWN = 50

export function ProjectFilter({ search, onChange }: FiltersProps) {
  const projects = choicesOf(useQuery(projectList))
  const chosen = search.projects?.split(',') ?? []
  const known = new Set(projects.map(({ id }) => id))
  const options = [
    ...projects.map(({ id, name }) => ({ value: id, label: name })),
    ...chosen.filter((id) => !known.has(id)).map((id) => ({ value: id, label: id })),
  ]
  return (
    <MultiSelect
      className={classes.projects}
      aria-label={t('filter')}
      placeholder={chosen.length === 0 ? t('all') : undefined}
      data={options}
      value={chosen}
      onChange={(ids) => onChange({ projects: ids.length > 0 ? ids.join(',') : undefined })}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('showAll') }}
      limit={SHOWN}
      nothingFoundMessage={t('none')}
    />
  )
}
