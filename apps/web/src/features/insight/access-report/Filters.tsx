import { Button, Select, TextInput } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { choicesOf } from '../../../lib/choices.ts'
import { projectList } from '../../../lib/projects.ts'
import { environmentList } from '../../../lib/session.ts'
import classes from './accessReport.module.css'
import { dayOf } from './days.ts'
import { t } from './messages.ts'
import type { ReportSearch } from './queries.ts'

type FiltersProps = { search: ReportSearch; onChange(change: Partial<ReportSearch>): void }

export function Filters({ search, onChange }: FiltersProps) {
  const projects = choicesOf(useQuery(projectList))
  const { data: environments } = useSuspenseQuery(environmentList)
  return (
    <>
      <TextInput
        type="date"
        aria-label={t('day')}
        className={classes.day}
        value={search.at ?? ''}
        max={dayOf(new Date())}
        onChange={(event) => onChange({ at: event.currentTarget.value || undefined })}
      />
      {search.at && (
        <Button variant="subtle" onClick={() => onChange({ at: undefined })}>
          {t('now')}
        </Button>
      )}
      <Select
        aria-label={t('environment')}
        placeholder={t('production')}
        className={classes.select}
        data={environments.map(({ name }) => name)}
        value={search.environment ?? null}
        onChange={(environment) => onChange({ environment: environment ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': t('production') }}
      />
      <Select
        aria-label={t('project')}
        placeholder={t('allProjects')}
        className={classes.select}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.project ?? null}
        onChange={(project) => onChange({ project: project ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('allProjects') }}
        limit={50}
        nothingFoundMessage={t('nothingFound')}
      />
    </>
  )
}
