import { refuse } from '../protocol/errors.ts'
import { type Filter, parseFilter } from '../protocol/filter.ts'
import type { Operation } from '../protocol/operations.ts'

/** How a patch changes the members: who is added and removed, or, with `replaces`, the complete new list. */
export type MemberChange = { replaces: boolean; joining: ReadonlySet<string>; leaving: ReadonlySet<string> }

/**
 * Separates member operations from the others and combines them, since a group can have thousands of members and a
 * patch hundreds of operations.
 */
export function membersIn(operations: readonly Operation[]): { members: MemberChange; others: Operation[] } {
  const others: Operation[] = []
  const joining = new Set<string>()
  const leaving = new Set<string>()
  let replaces = false
  for (const operation of operations) {
    if (!operation.path.startsWith('members')) {
      others.push(operation)
      continue
    }
    const { op, ids } = stepOf(operation)
    if (op === 'set') {
      replaces = true
      joining.clear()
      leaving.clear()
    }
    const [to, from] = op === 'remove' ? [leaving, joining] : [joining, leaving]
    for (const id of ids) {
      to.add(id)
      from.delete(id)
    }
  }
  return { members: { replaces, joining, leaving }, others }
}

function stepOf({ op, path, value }: Operation): { op: 'add' | 'remove' | 'set'; ids: readonly string[] } {
  const [, filter] = /^members\[(.*)\]$/.exec(path) ?? []
  if (filter !== undefined) {
    if (op !== 'remove') throw refuse('invalidPath', 'Use the path members to add or replace members.')
    return { op, ids: idsOf(parseFilter(filter)) }
  }
  if (path !== 'members') throw refuse('invalidPath', `Members cannot be changed by the path ${path}.`)
  if (op === 'remove') return value == null ? { op: 'set', ids: [] } : { op, ids: idsIn(value) }
  return { op: op === 'replace' ? 'set' : op, ids: idsIn(value) }
}

/** The ids in a list of members, or in a single member. */
export function idsIn(value: unknown): string[] {
  const list = Array.isArray(value) ? value : value == null ? [] : [value]
  return [...new Set(list.map(idIn))]
}

function idIn(member: unknown): string {
  const { value = member, type = 'User' } = (member ?? {}) as { value?: unknown; type?: unknown }
  if (typeof value !== 'string')
    throw refuse('invalidValue', 'The value of a member must be the ID of an account.')
  if (String(type).toLowerCase() !== 'user') {
    throw refuse('invalidValue', 'A member must be an account. A group cannot contain groups.')
  }
  return value
}

/** Accepts `value eq "…"`, or several of these joined by `or`. */
function idsOf(filter: Filter): string[] {
  if (filter.is === 'or') return [...idsOf(filter.left), ...idsOf(filter.right)]
  if (filter.is === 'compared' && filter.path.toLowerCase() === 'value' && filter.operator === 'eq') {
    return [String(filter.literal)]
  }
  throw refuse('invalidPath', 'Select members with value eq "…".')
}
