import type {
  ActionOptions,
  ActionSet,
  ActionType,
  CreateActions,
  OnProtected,
  PayloadFilter,
  PayloadFilters,
} from '@flagstaff/contract/actions'
import { takesList } from '../../../lib/operators.ts'
import { t } from './messages.ts'

export type Condition = PayloadFilter & { key: number; path: string }
export type Step = { key: number; action: ActionType; environment: string; flag: string; tag: string }

/** What the form edits. */
export type Draft = {
  name: string
  description: string
  enabled: boolean
  endpoint: number | null
  conditions: readonly Condition[]
  steps: readonly Step[]
  actor: number | null
  onProtected: OnProtected
}

export const isByTag = (action: string) => action.endsWith('_BY_TAG')

let keys = 0
export const newKey = () => ++keys

export const newStep = (environment: string): Step => ({
  key: newKey(),
  action: 'TOGGLE_FEATURE_OFF',
  environment,
  flag: '',
  tag: '',
})

export const newCondition = (): Condition => ({ key: newKey(), path: '', operator: 'IN', values: [] })

export const conditionsOf = (filters: PayloadFilters): Condition[] =>
  Object.entries(filters).map(([path, filter]) => ({ ...filter, key: newKey(), path }))

/** The only endpoint and the only account are chosen; the last environment is usually production. */
export const newDraft = (
  { signalEndpoints, serviceAccounts }: ActionOptions,
  environments: readonly string[],
): Draft => ({
  name: t('form.nameStart'),
  description: '',
  enabled: true,
  endpoint: signalEndpoints.length === 1 ? (signalEndpoints[0]?.id ?? null) : null,
  conditions: [],
  steps: [newStep(environments.at(-1) ?? '')],
  actor: serviceAccounts.length === 1 ? (serviceAccounts[0]?.id ?? null) : null,
  onProtected: 'fail',
})

export const draftOf = (set: ActionSet): Draft => ({
  name: set.name,
  description: set.description ?? '',
  enabled: set.enabled,
  endpoint: set.match.sourceId,
  conditions: conditionsOf(set.match.payload),
  steps: set.actions.map(({ action, executionParams }) => ({
    key: newKey(),
    action: action as ActionType,
    environment: executionParams.environment ?? '',
    flag: executionParams.featureName ?? '',
    tag: executionParams.tag ?? '',
  })),
  actor: set.actorId,
  onProtected: set.onProtected,
})

const filterOf = ({ operator, value, values, inverted, caseInsensitive }: Condition): PayloadFilter => ({
  operator,
  ...(takesList(operator) ? { values: [...(values ?? [])] } : { value: value ?? '' }),
  inverted: inverted ?? false,
  caseInsensitive: caseInsensitive ?? false,
})

export const bodyOf = (draft: Draft): CreateActions => ({
  name: draft.name.trim(),
  description: draft.description.trim(),
  enabled: draft.enabled,
  actorId: draft.actor ?? 0,
  match: {
    source: 'signal-endpoint',
    sourceId: draft.endpoint ?? 0,
    payload: Object.fromEntries(
      draft.conditions.map((condition) => [condition.path.trim(), filterOf(condition)]),
    ),
  },
  actions: draft.steps.map(({ action, environment, flag, tag }, index) => ({
    action,
    sortOrder: index + 1,
    executionParams: { environment, ...(isByTag(action) ? { tag: tag.trim() } : { featureName: flag }) },
  })),
  onProtected: draft.onProtected,
})

export function faultOf({ name, ...draft }: Draft): string | undefined {
  if (name.trim() === '') return t('fault.name')
  if (draft.endpoint === null) return t('fault.endpoint')
  return conditionFault(draft.conditions) ?? stepFault(draft.steps) ?? actorFault(draft.actor)
}

const actorFault = (actor: number | null) => (actor === null ? t('fault.actor') : undefined)

function conditionFault(conditions: readonly Condition[]): string | undefined {
  const paths = conditions.map(({ path }) => path.trim())
  if (paths.includes('')) return t('fault.path')
  const twice = paths.find((path, index) => paths.indexOf(path) !== index)
  if (twice !== undefined) return t('fault.twice', { path: twice })
  const empty = conditions.find(({ operator, value, values }) =>
    takesList(operator) ? (values ?? []).length === 0 : !value?.trim(),
  )
  return empty && t('fault.value', { path: empty.path })
}

function stepFault(steps: readonly Step[]): string | undefined {
  if (steps.length === 0) return t('fault.action')
  if (steps.some(({ environment }) => environment === '')) return t('fault.environment')
  if (steps.some(({ action, flag }) => !isByTag(action) && flag === '')) return t('fault.flag')
  return steps.some(({ action, tag }) => isByTag(action) && !/^[^:]+:./.test(tag.trim()))
    ? t('fault.tag')
    : undefined
}
