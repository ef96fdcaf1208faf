import type { Condition } from '@flagstaff/contract/code-files'
import { negate } from './case.ts'
import type { FsCondition, FsSegment } from './flagsmith-schema.ts'

type Found = { where: Condition[]; share: number }

const single: Record<string, [keyof Condition, keyof Condition]> = {
  EQUAL: ['equals', 'version'],
  GREATER_THAN: ['above', 'versionAbove'],
  GREATER_THAN_INCLUSIVE: ['atLeast', 'versionAtLeast'],
  LESS_THAN: ['below', 'versionBelow'],
  LESS_THAN_INCLUSIVE: ['atMost', 'versionAtMost'],
}

/** The conditions of a segment, all of which must hold; or why they cannot be said. */
export function toConditions({ rules }: FsSegment): Found | string {
  const found: Found = { where: [], share: 100 }
  for (const { type, conditions = [], rules: inner = [] } of rules) {
    for (const part of [{ type, conditions }, ...(type === 'ALL' ? inner : [])]) {
      const reason = add(found, part)
      if (reason) return reason
    }
    if (type !== 'ALL' && inner.length > 0) return `rules are nested in ${type}`
  }
  return found
}

function add(
  found: Found,
  { type, conditions = [] }: { type: string; conditions?: FsCondition[] },
): string | undefined {
  if (conditions.length === 0) return undefined
  if (type === 'ANY' && conditions.length > 1) return addAny(found, conditions)
  for (const condition of conditions) {
    if (condition.operator === 'PERCENTAGE_SPLIT' && type !== 'NONE') {
      if (found.share < 100) return 'it has several percentages'
      found.share = Number(condition.value)
      continue
    }
    const one = toCondition(condition)
    if (typeof one === 'string') return one
    found.where.push(type === 'NONE' ? negate(one) : one)
  }
  return undefined
}

/** Alternatives can be said if they are values of the same field. */
function addAny(found: Found, conditions: readonly FsCondition[]): string | undefined {
  const [first] = conditions
  const field = first && fieldOf(first)
  const isSame = conditions.every((one) => one.operator === 'EQUAL' && fieldOf(one) === field)
  if (!field || !isSame) return 'it has alternatives about different fields'
  found.where.push({ field, in: conditions.map(({ value }) => value ?? '') })
  return undefined
}

const fieldOf = ({ property_, property }: FsCondition) => property_ ?? property ?? undefined

function toCondition(condition: FsCondition): Condition | string {
  const { operator, value } = condition
  const field = fieldOf(condition)
  if (!field) return `its operator ${operator} has no field`
  const text = value ?? ''
  const isVersion = text.endsWith(':semver')
  if (operator === 'EQUAL' && !isVersion) return { field, in: [text] }
  if (operator === 'NOT_EQUAL')
    return isVersion ? { field, version: bare(text), not: true } : { field, notIn: [text] }
  if (operator === 'IN') return { field, in: text.split(',') }
  if (operator === 'CONTAINS') return { field, contains: [text] }
  if (operator === 'NOT_CONTAINS') return { field, contains: [text], not: true }
  if (operator === 'REGEX') return { field, matches: text }
  const names = single[operator]
  if (!names) return `its operator ${operator} does not exist here`
  return { field, [names[isVersion ? 1 : 0]]: bare(text) }
}

const bare = (text: string) => text.replace(/:semver$/, '')
