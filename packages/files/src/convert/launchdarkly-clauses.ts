import type { Condition } from '@flagstaff/contract/code-files'
import type { LdClause } from './launchdarkly-schema.ts'

type Found = { where: Condition[]; segments: string[] }

const lists: Record<string, 'startsWith' | 'endsWith' | 'contains'> = {
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  contains: 'contains',
}
const single: Record<string, keyof Condition> = {
  lessThan: 'below',
  lessThanOrEqual: 'atMost',
  greaterThan: 'above',
  greaterThanOrEqual: 'atLeast',
  before: 'before',
  after: 'after',
  semVerEqual: 'version',
  semVerLessThan: 'versionBelow',
  semVerGreaterThan: 'versionAbove',
}

/** The context field of an attribute. The key of a user is `userId`; other kinds of context get their name in front. */
export function fieldOf(attribute: string | undefined, kind = 'user'): string {
  const name = (attribute ?? 'key').replace(/^\//, '').replaceAll('/', '.')
  if (kind === 'user') return name === 'key' ? 'userId' : name
  return `${kind}${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** The conditions of clauses, all of which must hold; or why they cannot be said. */
export function toConditions(clauses: readonly LdClause[]): Found | string {
  const found: Found = { where: [], segments: [] }
  for (const clause of clauses) {
    if (clause.op === 'segmentMatch') {
      const [segment, another] = clause.values
      if (clause.negate || another !== undefined || segment === undefined)
        return 'it is about users outside of a segment, or in one of several'
      found.segments.push(String(segment))
      continue
    }
    const condition = toCondition(clause)
    if (typeof condition === 'string') return condition
    found.where.push(condition)
  }
  return found
}

function toCondition({ op, values, negate = false, attribute, contextKind }: LdClause): Condition | string {
  const field = fieldOf(attribute, contextKind)
  const inverted = negate ? { not: true } : {}
  const texts = values.map(String)
  if (op === 'in') return negate ? { field, notIn: texts } : { field, in: texts }
  const list = lists[op]
  if (list) return { field, [list]: texts, ...inverted }
  if (op === 'matches') return { field, matches: alternatives(texts), ...inverted }
  const name = single[op]
  const [value, another] = values
  if (!name) return `its operator ${op} is not known`
  if (value === undefined || another !== undefined) return `its operator ${op} has several values`
  return { field, [name]: toValue(op, value), ...inverted }
}

const alternatives = (patterns: readonly string[]) =>
  patterns.length === 1 ? (patterns[0] ?? '') : patterns.map((pattern) => `(?:${pattern})`).join('|')

const toValue = (op: string, value: unknown) =>
  (op === 'before' || op === 'after') && typeof value === 'number'
    ? new Date(value).toISOString()
    : String(value)
