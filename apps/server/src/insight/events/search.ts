import type { EventSearchQuery } from '@flagstaff/contract/events'
import { invalid } from '../../platform/errors.ts'
import { pageOf } from '../../platform/http/page.ts'

/** The search filters. A list matches any of its values; a missing filter matches everything. */
export type Search = {
  ids?: number[] | undefined
  groups?: string[] | undefined
  flags?: string[] | undefined
  projects?: string[] | undefined
  environments?: string[] | undefined
  types?: string[] | undefined
  actors?: number[] | undefined
  /** The first and the last day, both inclusive. */
  from?: Date | undefined
  to?: Date | undefined
  /** In the syntax of a PostgreSQL text search query. */
  words?: string | undefined
  /** Only events with a smaller revision. Does not change the total. */
  before?: number | undefined
  limit: number
  offset: number
}

const PAGE = { usual: 50, most: 1000 }
const DAY = 86_400_000

export function readSearch(query: EventSearchQuery): Search {
  const to = readDay(query.to)
  return {
    ids: numbers(query.id),
    groups: values(query.groupId),
    flags: values(query.feature),
    projects: values(query.project),
    environments: values(query.environment),
    types: values(query.type),
    actors: numbers(query.createdBy),
    from: readDay(query.from),
    to: to && new Date(to.getTime() + DAY),
    words: query.query?.trim() ? toWords(query.query) : undefined,
    before: query.before === undefined ? undefined : Number(query.before),
    ...pageOf(query, PAGE),
  }
}

const values = (filter: string | undefined): string[] | undefined =>
  filter
    ?.slice(filter.indexOf(':') + 1)
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)

const numbers = (filter: string | undefined): number[] | undefined =>
  values(filter)
    ?.map(Number)
    .filter((value) => Number.isInteger(value) && Math.abs(value) < 2 ** 31)

function readDay(filter: string | undefined): Date | undefined {
  if (filter === undefined) return undefined
  const day = new Date(filter.slice(filter.indexOf(':') + 1))
  if (Number.isNaN(day.getTime())) throw invalid(`"${filter}" is not a valid date.`, 'from')
  return day
}

/** Commas separate alternatives; every word of an alternative must match as a prefix. */
export const toWords = (text: string): string =>
  text
    .split(',')
    .map((part) => part.split(/[\s\\\-_.:;/@~!()*'"+#|&<>[\]]+/u).filter(Boolean))
    .filter((words) => words.length > 0)
    .map((words) => `(${words.map((word) => `'${word}':*`).join(' & ')})`)
    .join(' | ')
