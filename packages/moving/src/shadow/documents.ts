import { completeValue } from '@flagstaff/engine/complete'
import type { ClientDocument, DocumentFlag, DocumentSegment } from '../source/schemas.ts'

/** A flag whose documents differ, with the paths of the fields. */
export type DocumentDifference = {
  flag: string
  /** `missing` is not on our server. */
  state: 'missing' | 'differs'
  fields: string[]
}

/**
 * Compares the client documents of both servers by flag, without ids. Segments are compared where they are used. Flags
 * that only our server has are new: applications of the source do not know them.
 */
export function compareDocuments(theirs: ClientDocument, ours: ClientDocument): DocumentDifference[] {
  const there = plainFlags(theirs)
  const here = plainFlags(ours)
  const differences: DocumentDifference[] = []
  for (const [flag, wanted] of there) {
    const found = here.get(flag)
    if (!found) differences.push({ flag, state: 'missing', fields: [] })
    else {
      const fields = pathsThatDiffer(wanted, found)
      if (fields.length > 0) differences.push({ flag, state: 'differs', fields })
    }
  }
  return differences
}

type Plain = string | number | boolean | Plain[] | { [key: string]: Plain }

function plainFlags({ features, segments }: ClientDocument): Map<string, Plain> {
  const known = new Map((segments ?? []).map((segment) => [segment.id, segment]))
  return new Map(features.map((flag) => [flag.name, plainFlag(flag, known)]))
}

function plainFlag(flag: DocumentFlag, segments: ReadonlyMap<number, DocumentSegment>): Plain {
  const strategies = (flag.strategies ?? []).map((rule) => ({
    ...rule,
    segments: (rule.segments ?? [])
      .map((id) => segments.get(id))
      .map((segment) => ({ name: segment?.name ?? '?', constraints: segment?.constraints ?? [] }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  }))
  const dependencies = [...(flag.dependencies ?? [])].sort((a, b) => (a.feature < b.feature ? -1 : 1))
  return plain({ ...flag, strategies, dependencies }) ?? {}
}

/** Ids differ between servers; the others are sent by one server only and say nothing about evaluation. */
const ignored = new Set(['id', 'released', 'sortOrder', 'lastSeenAt', 'createdAt', 'objectVersion'])

/** Absent, null, false, and empty are the same: servers differ in what they leave out. */
function plain(value: unknown): Plain | undefined {
  if (Array.isArray(value)) {
    const list = value.map((one) => plain(one) ?? {})
    return list.length > 0 ? list : undefined
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(completed(value))
      .filter(([key]) => !ignored.has(key))
      .flatMap(([key, one]): [string, Plain][] => {
        const kept = plain(one)
        return kept === undefined ? [] : [[key, kept]]
      })
    return entries.length > 0 ? Object.fromEntries(entries) : undefined
  }
  if (typeof value === 'string') return value === '' ? undefined : value
  if (typeof value === 'number') return value
  return value === true ? true : undefined
}

/** Our server completes dates and numbers, and names the stickiness of a rollout. */
function completed(value: object): object {
  if ('operator' in value && 'value' in value && typeof value.value === 'string')
    return { ...value, value: completeValue(String(value.operator), value.value) ?? value.value }
  const isRollout = 'name' in value && value.name === 'flexibleRollout' && 'parameters' in value
  if (!isRollout || typeof value.parameters !== 'object') return value
  const { stickiness, ...parameters } = { stickiness: '', ...value.parameters }
  return { ...value, parameters: { ...parameters, stickiness: stickiness || 'default' } }
}

const MOST_PATHS = 10

function pathsThatDiffer(a: Plain | undefined, b: Plain | undefined, path = ''): string[] {
  if (a === b) return []
  if (!isObject(a) || !isObject(b)) return [path || '/']
  const [left, right] = [entriesOf(a), entriesOf(b)]
  return [...new Set([...left.keys(), ...right.keys()])]
    .flatMap((key) => pathsThatDiffer(left.get(key), right.get(key), path ? `${path}.${key}` : key))
    .slice(0, MOST_PATHS)
}

const isObject = (value: Plain | undefined): value is Plain[] | { [key: string]: Plain } =>
  typeof value === 'object'
const entriesOf = (value: Plain[] | { [key: string]: Plain }): Map<string, Plain> =>
  new Map(Object.entries(value))
