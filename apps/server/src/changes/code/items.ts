import type { CodeAction, CodeItem } from '@flagstaff/contract/code'
import type { Destination } from '../transfer/index.ts'
import { compared } from './fields.ts'
import type { FieldPlan } from './flag-plan.ts'

type About = { project: string; path: string; name: string }

/** What happens to a flag: one item for each of its environments and kinds of change. */
export function itemsOf(about: About, fields: readonly FieldPlan[], destination: Destination): CodeItem[] {
  const isNew = !destination.flags.has(about.name)
  const changes = fields.filter(({ decision }) => decision !== 'same')
  const groups = Map.groupBy(changes, ({ environment, decision, claim }) =>
    JSON.stringify([environment, actionOf(decision), decision === 'waiting' ? claim?.request : null]),
  )
  const items = [...groups.values()].flatMap((group): CodeItem[] => {
    const [first] = group
    if (!first) return []
    const { environment, decision, claim } = first
    return [
      {
        kind: 'flag',
        ...about,
        ...(environment === '' ? {} : { environment }),
        action: isNew ? 'create' : actionOf(decision),
        fields: group.map(toField),
        ...(decision === 'waiting' && claim?.request != null ? { request: claim.request } : {}),
      },
    ]
  })
  const hasOwn = items.some(({ environment }) => environment === undefined)
  return isNew && !hasOwn ? [{ kind: 'flag', ...about, action: 'create', fields: [] }, ...items] : items
}

/** The environment of a flag can be new although the flag is not. */
const actionOf = (decision: FieldPlan['decision']): CodeAction =>
  decision === 'create' || decision === 'same' ? 'change' : decision

const toField = ({ field, present, file, claim, decision, withoutRollout }: FieldPlan) => ({
  path: field,
  before: decision === 'create' ? null : compared(field, present, withoutRollout),
  after: compared(field, file, withoutRollout && decision !== 'create'),
  ...(claim ? { lastApplied: claim.applied } : {}),
})
