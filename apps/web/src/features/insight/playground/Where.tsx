import { MultiSelect } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { environmentList } from '../../../lib/session.ts'
import { Environment } from '../../../ui/Environment.tsx'
import { useFoundFlags } from '../search/index.ts'
import { t } from './messages.ts'
import classes from './playground.module.css'
import { projectNames } from './queries.ts'
import { type Change, listOf, type PlaySearch } from './search.ts'

type WhereProps = { search: PlaySearch; environments: readonly string[]; onChange: Change }

/** Selects environments, projects and flags. */
export function Where({ search, environments, onChange }: WhereProps) {
  const { data: known } = useSuspenseQuery(environmentList)
  const projects = choicesOf(useQuery(projectNames))
  const flags = listOf(search.features)
  const [typed, setTyped] = useState('')
  const { flags: found } = useFoundFlags(typed)
  const typeOf = (name: string) => known.find((one) => one.name === name)?.type ?? ''
  const set = (key: 'environments' | 'projects' | 'features') => (values: string[]) =>
    onChange({ [key]: values.length > 0 ? values.join(',') : undefined })
  return (
    <div className={classes.where}>
      <MultiSelect
        label={t('where.environments')}
        data={[...new Set([...known.map(({ name }) => name), ...environments])]}
        value={[...environments]}
        onChange={set('environments')}
        renderOption={({ option }) => <Environment name={option.value} type={typeOf(option.value)} />}
        searchable
      />
      <MultiSelect
        label={t('where.projects')}
        placeholder={search.projects ? undefined : t('where.allProjects')}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={listOf(search.projects)}
        onChange={set('projects')}
        searchable
        clearable
      />
      <MultiSelect
        label={t('where.flags')}
        placeholder={flags.length > 0 ? undefined : t('where.allFlags')}
        data={[...new Set([...flags, ...found.map(({ name }) => name)])]}
        value={flags}
        onChange={set('features')}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        clearable
      />
    </div>
  )
}
