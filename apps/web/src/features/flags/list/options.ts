import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { choicesOf } from '../../../lib/choices.ts'
import { projectList } from '../../../lib/projects.ts'
import { environmentList } from '../../../lib/session.ts'
import { t as shared } from '../../../messages/en.ts'
import { wordOfType } from '../../../ui/FlagType.tsx'
import { t } from './messages.ts'
import { creatorList, flagTypeList, ownerList } from './queries.ts'
import { type Field, type FlagListSearch, readChoice, spans } from './search.ts'
import { shortName } from './useLiveNotes.ts'

export type Option = { value: string; label: string }

const stages = ['initial', 'pre-live', 'live', 'completed'] as const
const states = ['active', 'stale', 'potentially-stale'] as const

/** The options of a filter. Tags are typed, since there can be any number of them. */
export function useOptions(field: Field): Option[] {
  const { data: environments } = useSuspenseQuery(environmentList)
  const types = choicesOf(useQuery({ ...flagTypeList, enabled: field === 'type' }))
  const creators = choicesOf(useQuery({ ...creatorList, enabled: field === 'by' }))
  const owners = choicesOf(useQuery({ ...ownerList, enabled: field === 'owner' }))
  const projects = choicesOf(useQuery({ ...projectList, enabled: field === 'project' }))
  switch (field) {
    case 'status':
      return environments.flatMap(({ name }) =>
        (['enabled', 'disabled'] as const).map((state) => ({
          value: `${name}:${state}`,
          label: t(`status.${state}`, { environment: name }),
        })),
      )
    case 'state':
      return states.map((state) => ({ value: state, label: t(`state.${state}`) }))
    case 'lifecycle':
      return stages.map((stage) => ({ value: stage, label: shared(`stage.${stage}`) }))
    case 'type':
      return types.map(({ id }) => ({ value: id, label: wordOfType(id) }))
    case 'by':
      return creators.map(({ id, name }) => ({ value: String(id), label: shortName(name) }))
    case 'owner':
      return [
        { value: 'none', label: t('filter.noOwner') },
        ...owners.map(({ type, id, name }) => ({ value: `${type}:${id}`, label: shortName(name) })),
      ]
    case 'project':
      return projects.map(({ id, name }) => ({ value: id, label: name }))
    case 'created':
      return (Object.keys(spans) as (keyof typeof spans)[]).map((span) => ({
        value: span,
        label: t(`span.${span}`),
      }))
    default:
      return []
  }
}

/** A filter as text: the verb before its value, and the value. */
export function useWords(field: Field, search: FlagListSearch): { verb: string; value: string } {
  const options = useOptions(field)
  const { values, not } = readChoice(search[field])
  if (field === 'favorite') return { verb: '', value: t('filter.onlyMine') }
  const value = values.map((one) => options.find((option) => option.value === one)?.label ?? one).join(', ')
  if (field === 'created') return { verb: t('filter.inLast'), value }
  return { verb: t(not ? 'filter.isNot' : 'filter.is'), value }
}
