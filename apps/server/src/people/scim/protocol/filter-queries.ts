import { type RawBuilder, sql } from 'kysely'
import { refuse } from './errors.ts'
import type { Filter, Literal, Operator } from './filter.ts'

type Sql = RawBuilder<unknown>

/** The column of an attribute, and how it is compared: `text` ignores case, `exact` does not. */
export type Attribute = {
  kind: 'text' | 'exact' | 'boolean' | 'moment'
  value: Sql
  /** For multi-valued attributes: whether one of the values meets the condition. */
  any?: (condition: Sql) => Sql
}

/** Keys are lower-case paths. */
export type Attributes = ReadonlyMap<string, Attribute>

/** The SQL condition for a filter. No SQL injection: columns come from the map, and values are parameters. */
export function conditionOf(filter: Filter, attributes: Attributes): Sql {
  switch (filter.is) {
    case 'and':
      return sql`(${conditionOf(filter.left, attributes)} and ${conditionOf(filter.right, attributes)})`
    case 'or':
      return sql`(${conditionOf(filter.left, attributes)} or ${conditionOf(filter.right, attributes)})`
    case 'not':
      return sql`not coalesce(${conditionOf(filter.inner, attributes)}, false)`
    case 'present': {
      const { value, any } = find(attributes, filter.path)
      return (any ?? same)(sql`${value} is not null`)
    }
    case 'compared': {
      const attribute = find(attributes, filter.path)
      return (attribute.any ?? same)(compare(attribute, filter.operator, filter.literal))
    }
  }
}

const same = (condition: Sql) => condition

function find(attributes: Attributes, path: string): Attribute {
  const found = attributes.get(path.toLowerCase())
  if (found) return found
  throw refuse('invalidFilter', `Filters support ${[...attributes.keys()].join(', ')}, but not ${path}.`)
}

function compare({ kind, value }: Attribute, operator: Operator, literal: Literal): Sql {
  if (literal === null && operator === 'eq') return sql`${value} is null`
  if (literal === null && operator === 'ne') return sql`${value} is not null`
  if (kind === 'boolean') return compareBoolean(value, operator, literal)
  if (kind === 'moment') return compareOrder(value, operator, sql`${momentOf(literal)}::timestamptz`)
  const text = String(literal)
  return kind === 'exact'
    ? compareText(value, operator, sql`${text}::text`)
    : compareText(sql`lower(${value})`, operator, sql`lower(${text}::text)`)
}

function compareText(value: Sql, operator: Operator, wanted: Sql): Sql {
  switch (operator) {
    case 'co':
      return sql`strpos(${value}, ${wanted}) > 0`
    case 'sw':
      return sql`left(${value}, length(${wanted})) = ${wanted}`
    case 'ew':
      return sql`right(${value}, length(${wanted})) = ${wanted}`
    default:
      return compareOrder(value, operator, wanted)
  }
}

const signs = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const

function compareOrder(value: Sql, operator: Operator, wanted: Sql): Sql {
  if (operator === 'ne') return sql`${value} is distinct from ${wanted}`
  if (operator === 'co' || operator === 'sw' || operator === 'ew') {
    throw refuse('invalidFilter', `${operator} can only compare strings.`)
  }
  return sql`${value} ${sql.raw(signs[operator])} ${wanted}`
}

function compareBoolean(value: Sql, operator: Operator, literal: Literal): Sql {
  const wanted = String(literal).toLowerCase()
  if ((operator !== 'eq' && operator !== 'ne') || (wanted !== 'true' && wanted !== 'false')) {
    throw refuse('invalidFilter', 'Compare a boolean by eq or ne with true or false.')
  }
  return sql`${value} = ${(wanted === 'true') === (operator === 'eq')}`
}

const YEAR_9999 = Date.UTC(9999, 0)

function momentOf(literal: Literal): string {
  const moment = new Date(typeof literal === 'string' ? literal : Number.NaN)
  if (!(Math.abs(moment.getTime()) < YEAR_9999))
    throw refuse('invalidFilter', `${String(literal)} is not a date.`)
  return moment.toISOString()
}
