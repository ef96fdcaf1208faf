import { SegmentedControl, Select } from '@mantine/core'
import classes from './Metrics.module.css'
import { t } from './messages.ts'
import { hoursOf, type MetricsSearch, ranges } from './search.ts'
import { EVERYWHERE } from './series.ts'

type ToolbarProps = {
  search: MetricsSearch
  environment: string
  environments: readonly string[]
  apps: readonly string[]
  hasVariants: boolean
  onChange(part: MetricsSearch): void
}

/** Selects period, environment and application. */
export function Toolbar({ search, environment, environments, apps, hasVariants, onChange }: ToolbarProps) {
  const known = search.app && !apps.includes(search.app) ? [...apps, search.app] : apps
  return (
    <div className={classes.toolbar}>
      <SegmentedControl
        className={classes.ranges ?? ''}
        size="xs"
        aria-label={t('range.label')}
        data={ranges.map((hours) => ({ value: String(hours), label: t(`range.${hours}`) }))}
        value={String(hoursOf(search))}
        onChange={(value) => onChange({ hours: ranges.find((hours) => String(hours) === value) })}
      />
      <Select
        aria-label={t('choose.environment')}
        data={[...environments, { value: EVERYWHERE, label: t('choose.everywhere') }]}
        value={environment}
        allowDeselect={false}
        onChange={(value) => onChange({ environment: value ?? undefined })}
      />
      <Select
        aria-label={t('choose.app')}
        data={[{ value: '', label: t('choose.allApps', { count: apps.length }) }, ...known]}
        value={search.app ?? ''}
        allowDeselect={false}
        searchable={apps.length > 10}
        onChange={(value) => onChange({ app: value || undefined })}
      />
      {hasVariants && (
        <SegmentedControl
          size="xs"
          aria-label={t('choose.split')}
          data={(['answers', 'variants'] as const).map((value) => ({ value, label: t(`split.${value}`) }))}
          value={search.split ?? 'answers'}
          onChange={(value) => onChange({ split: value === 'variants' ? value : undefined })}
        />
      )}
    </div>
  )
}
