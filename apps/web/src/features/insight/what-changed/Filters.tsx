import { SegmentedControl, Select, TextInput } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { choicesOf } from '../../../lib/choices.ts'
import { projectList } from '../../../lib/projects.ts'
import { environmentList } from '../../../lib/session.ts'
import { t } from './messages.ts'
import { type ChangesSearch, fromLocal, isFixed, queryOf, ranges, toLocal, USUAL } from './search.ts'
import classes from './whatChanged.module.css'

type FiltersProps = { search: ChangesSearch; onChange(change: Partial<ChangesSearch>): void }

export function Filters({ search, onChange }: FiltersProps) {
  const projects = choicesOf(useQuery(projectList))
  const { data: environments } = useSuspenseQuery(environmentList)
  const choose = (value: string) => {
    if (value === 'custom') return onChange({ last: undefined, from: queryOf(search).from, to: undefined })
    const last = ranges.find((one) => one === value && one !== USUAL)
    onChange({ last, from: undefined, to: undefined })
  }
  return (
    <>
      <SegmentedControl
        aria-label={t('range')}
        data={[
          ...ranges.map((value) => ({ value: value as string, label: t(`range.${value}`) })),
          { value: 'custom', label: t('range.custom') },
        ]}
        value={isFixed(search) ? 'custom' : (search.last ?? USUAL)}
        onChange={choose}
      />
      {search.from && (
        <>
          <Moment label={t('from')} value={search.from} onChange={(from) => from && onChange({ from })} />
          <Moment label={t('to')} value={search.to} onChange={(to) => onChange({ to })} />
        </>
      )}
      <Choice
        label={t('environment')}
        placeholder={t('allEnvironments')}
        options={environments.map(({ name }) => ({ value: name, label: name }))}
        value={search.environment}
        onChange={(environment) => onChange({ environment })}
      />
      <Choice
        label={t('project')}
        placeholder={t('allProjects')}
        options={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.project}
        onChange={(project) => onChange({ project })}
      />
    </>
  )
}

type MomentProps = { label: string; value: string | undefined; onChange(value: string | undefined): void }

const Moment = ({ label, value, onChange }: MomentProps) => (
  <TextInput
    type="datetime-local"
    aria-label={label}
    className={classes.moment}
    leftSection={<span className={classes.momentLabel}>{label}</span>}
    leftSectionWidth={52}
    value={value ? toLocal(value) : ''}
    onChange={(event) => onChange(fromLocal(event.currentTarget.value))}
  />
)

type ChoiceProps = {
  label: string
  placeholder: string
  options: { value: string; label: string }[]
  value: string | undefined
  onChange(value: string | undefined): void
}

/** A link can name several values, separated by commas; they are shown as one option. */
function Choice({ label, placeholder, options, value, onChange }: ChoiceProps) {
  const isKnown = value === undefined || options.some((option) => option.value === value)
  return (
    <Select
      className={classes.choice}
      aria-label={label}
      placeholder={placeholder}
      data={isKnown ? options : [...options, { value, label: value }]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': placeholder }}
      limit={50}
      nothingFoundMessage={t('nothingFound')}
    />
  )
}
