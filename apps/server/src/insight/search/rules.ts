import type { SearchFeaturesQuery } from '@flagstaff/contract/search'
import { invalid } from '../../platform/errors.ts'
import { pageOf } from '../../platform/http/page.ts'

/** One of these values, or with `not` none of them. */
export type OneOf<T = string> = { values: T[]; not: boolean }
/** Has at least one or all of these values, or with `not` does not. */
export type Holding<T = string> = { values: T[]; all: boolean; not: boolean }
export type Day = { day: Date; before: boolean }
export type Tag = { type: string; value: string }
export type Status = { environment: string; enabled: boolean }

/** Flags of these people or groups, or without an owner. */
export type Owners = { users: number[]; groups: number[]; none: boolean; not: boolean }

/** The search filters. Undefined or an empty list matches everything. */
export type FlagSearch = {
  words: string[]
  projects?: OneOf | undefined
  states?: OneOf | undefined
  stages?: OneOf | undefined
  types?: OneOf | undefined
  creators?: OneOf<number> | undefined
  owners?: Owners | undefined
  tags?: Holding<Tag> | undefined
  segments?: Holding | undefined
  status: Status[]
  createdAt?: Day | undefined
  seenAt?: Day | undefined
  archived: boolean
  favorite?: boolean | undefined
  /** Only the newest favourites and flags with these names. */
  pinnedOr?: readonly string[]
  sort: Sort
  favoritesFirst: boolean
  limit: number
  offset: number
}

export const sortKeys = ['createdAt', 'name', 'type', 'stale', 'project', 'lastSeenAt'] as const
export type Sort = { by: (typeof sortKeys)[number] | { environment: string }; descending: boolean }

const PAGE = { usual: 50, most: 100 }
const MOST_WORDS = 20

export function readFlagSearch(query: SearchFeaturesQuery): FlagSearch {
  return {
    words: readWords(query.query ?? ''),
    projects: oneOf(query.project),
    states: oneOf(query.state),
    stages: oneOf(query.lifecycle),
    types: oneOf(query.type),
    creators: withNumbers(oneOf(query.createdBy)),
    owners: readOwners(oneOf(query.owner)),
    tags: withTags(holding(query.tag)),
    segments: holding(query.segment),
    status: (query.status ?? []).map(readStatus),
    createdAt: readDay('createdAt', query.createdAt),
    seenAt: readDay('lastSeenAt', query.lastSeenAt),
    archived: query.archived === 'IS:true',
    favorite: readFavorite(query.favorite),
    sort: { by: readSortKey(query.sortBy), descending: query.sortOrder === 'desc' },
    favoritesFirst: query.favoritesFirst === 'true',
    ...pageOf(query, PAGE),
  }
}

function readWords(text: string): string[] {
  const words = split(text)
  if (words.length > MOST_WORDS) throw invalid(`Search for at most ${MOST_WORDS} words at once.`, 'query')
  return words
}

const split = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** The operator and its values; undefined if there are none. */
function readFilter(filter: string | undefined): { operator: string; values: string[] } | undefined {
  if (filter === undefined) return undefined
  const colon = filter.indexOf(':')
  const values = split(filter.slice(colon + 1))
  return values.length > 0 ? { operator: filter.slice(0, colon), values } : undefined
}

function oneOf(filter: string | undefined): OneOf | undefined {
  const read = readFilter(filter)
  return read && { values: read.values, not: read.operator === 'IS_NOT' || read.operator === 'IS_NONE_OF' }
}

const withNumbers = (filter: OneOf | undefined): OneOf<number> | undefined =>
  filter && {
    ...filter,
    values: filter.values.map(Number).filter((value) => Number.isInteger(value) && Math.abs(value) < 2 ** 31),
  }

function readOwners(filter: OneOf | undefined): Owners | undefined {
  if (!filter) return undefined
  const wrong = filter.values.find((value) => !/^(none|(user|group):\d{1,9})$/.test(value))
  if (wrong !== undefined)
    throw invalid(`"${wrong}" is not an owner. Write user:7, group:3 or none.`, 'owner')
  const idsOf = (type: string) =>
    filter.values.flatMap((value) => (value.startsWith(type) ? Number(value.slice(type.length)) : []))
  return {
    users: idsOf('user:'),
    groups: idsOf('group:'),
    none: filter.values.includes('none'),
    not: filter.not,
  }
}

const exclusions = new Set(['DO_NOT_INCLUDE', 'EXCLUDE_IF_ANY_OF', 'EXCLUDE_ALL'])

function holding(filter: string | undefined): Holding | undefined {
  const read = readFilter(filter)
  return (
    read && {
      values: [...new Set(read.values)],
      all: read.operator === 'INCLUDE_ALL_OF' || read.operator === 'EXCLUDE_ALL',
      not: exclusions.has(read.operator),
    }
  )
}

const withTags = (filter: Holding | undefined): Holding<Tag> | undefined =>
  filter && {
    ...filter,
    values: filter.values.map((text) => {
      const [type, value] = cut(text, text.indexOf(':'))
      if (!type || !value) throw invalid(`"${text}" is not a tag. Write type:value.`, 'tag')
      return { type, value }
    }),
  }

function readStatus(text: string): Status {
  const [environment, state] = cut(text, text.lastIndexOf(':'))
  if (!environment || (state !== 'enabled' && state !== 'disabled')) {
    throw invalid(`"${text}" is not a status. Write environment:enabled or environment:disabled.`, 'status')
  }
  return { environment, enabled: state === 'enabled' }
}

const cut = (text: string, at: number): [string, string] => [
  text.slice(0, Math.max(at, 0)).trim(),
  text.slice(at + 1).trim(),
]

function readDay(path: string, filter: string | undefined): Day | undefined {
  const read = readFilter(filter)
  const [text] = read?.values ?? []
  if (!read || text === undefined) return undefined
  const day = new Date(text)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) {
    throw invalid(`"${text}" is not a valid date.`, path)
  }
  return { day, before: read.operator === 'IS_BEFORE' }
}

/** With both values, everything matches. */
function readFavorite(filter: string | undefined): boolean | undefined {
  const values = new Set(readFilter(filter)?.values)
  return values.size === 1 ? values.has('true') : undefined
}

function readSortKey(text = ''): Sort['by'] {
  const environment = text.startsWith('environment:') ? text.slice('environment:'.length) : ''
  return environment ? { environment } : (sortKeys.find((key) => key === text) ?? 'createdAt')
}
