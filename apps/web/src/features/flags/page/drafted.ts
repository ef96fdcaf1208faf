import type { ChangeRequest, RequestedChange, RequestSchedule } from '@flagstaff/contract/requests'
import type { Rule } from '../rules/rule.ts'

/** What the user has proposed for a flag in an environment, and can still add to. */
export type Drafted = {
  request: Pick<ChangeRequest, 'id' | 'project' | 'state'>
  /** Set if the flag will be turned on or off. */
  enabled: boolean | undefined
  /** Rules as they will be, by id. */
  changed: ReadonlyMap<string, Rule>
  added: readonly Rule[]
  deleted: ReadonlySet<string>
  isReordered: boolean
  isArchived: boolean
  hasVariants: boolean
  /** Set if the release plan will be added, removed or changed. */
  hasPlan: boolean
}

export function draftedIn(
  requests: readonly ChangeRequest[],
  flag: string,
  environment: string,
): Drafted | undefined {
  // The next change starts from what is live: a scheduled request cannot be edited.
  const found = requests
    .filter(({ state }) => state !== 'Scheduled')
    .flatMap((request) => changesIn(request, flag, environment).map((change) => ({ request, change })))
  const [first] = found
  if (!first) return undefined
  const of = (action: string) =>
    found.filter(({ change }) => change.action === action).map(({ change }) => change)
  const { id, project, state } = first.request
  return {
    request: { id, project, state },
    enabled: of('updateEnabled').map(enabledIn).at(-1),
    changed: new Map(of('updateStrategy').map((change) => [ruleIn(change).id ?? '', ruleIn(change)])),
    added: of('addStrategy').map(ruleIn),
    deleted: new Set(of('deleteStrategy').map((change) => ruleIn(change).id ?? '')),
    isReordered: of('reorderStrategy').length > 0,
    isArchived: of('archiveFeature').length > 0,
    hasVariants: of('patchVariant').length > 0,
    hasPlan: found.some(({ change }) => /Plan|Milestone/.test(change.action)),
  }
}

const changesIn = ({ features, ...request }: ChangeRequest, flag: string, environment: string) =>
  features
    .filter(({ name }) => name === flag)
    .flatMap(({ changes }) => changes)
    .filter((change) => (change.environment ?? request.environment) === environment)

/** A request of somebody else for a flag in an environment, which is not scheduled. */
type Asked = Pick<ChangeRequest, 'id' | 'project' | 'title' | 'state' | 'createdBy'> & {
  /** Set if the flag would be turned on or off. */
  enabled: boolean | undefined
  changes: number
}

type Here = { flag: string; environment: string; userId: number }

export const askedIn = (requests: readonly ChangeRequest[], { flag, environment, userId }: Here): Asked[] =>
  requests.flatMap((request) => {
    const { id, project, title, state, createdBy } = request
    if (createdBy.id === userId || state === 'Scheduled') return []
    const changes = changesIn(request, flag, environment)
    const enabled = changes.filter(({ action }) => action === 'updateEnabled').map(enabledIn)
    return changes.length > 0
      ? [{ id, project, title, state, createdBy, enabled: enabled.at(-1), changes: changes.length }]
      : []
  })

type Planned = Pick<ChangeRequest, 'id' | 'project' | 'title'> & { schedule: RequestSchedule }

/** The scheduled requests that change a flag in an environment, the next one first. */
export const plannedIn = (requests: readonly ChangeRequest[], flag: string, environment: string): Planned[] =>
  requests
    .filter((request) => changesIn(request, flag, environment).length > 0)
    .flatMap(({ id, project, title, schedule }) => (schedule ? [{ id, project, title, schedule }] : []))
    .toSorted((one, other) => one.schedule.scheduledAt.localeCompare(other.schedule.scheduledAt))

/** The payload depends on the action, so the contract cannot describe it. */
const ruleIn = ({ payload }: RequestedChange) => payload as Rule
const enabledIn = ({ payload }: RequestedChange) => (payload as { enabled: boolean }).enabled

/** The rule as the user has proposed it, so that the next change continues from there. */
export function asDrafted(rule: Rule, drafted: Drafted | undefined): Rule {
  const next = drafted?.changed.get(rule.id ?? '')
  return next ? { ...rule, ...next } : rule
}
