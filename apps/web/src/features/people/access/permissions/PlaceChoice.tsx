import { Select } from '@mantine/core'
import { EnvironmentIcon } from '../../../../ui/Environment.tsx'
import { t } from '../messages.ts'
import classes from './permissions.module.css'

type Place = { project?: string | undefined; environment?: string | undefined }
type PlaceChoiceProps = {
  place: Place
  projects: readonly { id: string; name: string }[]
  environments: readonly { name: string; type: string }[]
  onChange(place: Place): void
}

export function PlaceChoice({ place, projects, environments, onChange }: PlaceChoiceProps) {
  const type = environments.find(({ name }) => name === place.environment)?.type ?? ''
  return (
    <div className={classes.place}>
      <Select
        label={t('why.project')}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={place.project ?? null}
        allowDeselect={false}
        searchable
        onChange={(project) => project && onChange({ project })}
      />
      <Select
        label={t('why.environment')}
        data={environments.map(({ name }) => name)}
        value={place.environment ?? null}
        allowDeselect={false}
        leftSection={<EnvironmentIcon type={type} />}
        onChange={(environment) => environment && onChange({ environment })}
      />
    </div>
  )
}
