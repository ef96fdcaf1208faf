import type { SearchFeaturesQuery } from '@flagstaff/contract/search'
import { textOf } from '../../../lib/address.ts'
import type { Sorted } from '../../../ui/SortHead.tsx'

/** The URL parameters of a flag list. `a,b` means any of them, `!a,b` none of them. */
export type FlagListSearch = {
  q?: string | undefined
  tab?: 'archived' | undefined
  state?: string | undefined
  lifecycle?: string | undefined
  type?: string | undefined
  tag?: string | undefined
  status?: string | undefined
  created?: string | undefined
  by?: string | undefined
  owner?: string | undefined
  favorite?: string | undefined
  project?: string | undefined
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
  /** Hidden columns, or `none`. */
  hide?: string | undefined
  /** The status of the project is open next to its flags. */
  'project-status'?: true | undefined
  /** The dialog for a new flag is open. */
  create?: true | undefined
  /** The suggested name of the new flag. */
  name?: string | undefined
}

/** The filters shown as chips, in the order of the menu. */
export const fields = [
  'status',
  'state',
  'lifecycle',
  'type',
  'tag',
  'created',
  'by',
  'owner',
  'favorite',
  'project',
] as const
export type Field = (typeof fields)[number]

export function readSearch(search: Record<string, unknown>): FlagListSearch {
  return {
    ...Object.fromEntries(fields.map((field) => [field, textOf(search[field])])),
    q: textOf(search.q),
    tab: search.tab === 'archived' ? 'archived' : undefined,
    sort: textOf(search.sort),
    order: search.order === 'asc' || search.order === 'desc' ? search.order : undefined,
    hide: textOf(search.hide),
    'project-status': search['project-status'] === undefined ? undefined : true,
    create: search.create ? true : undefined,
    name: search.create ? textOf(search.name) : undefined,
  }
}

export type Choice = { values: string[]; not: boolean }

export function readChoice(text: string | undefined): Choice {
  const not = text?.startsWith('!') ?? false
  const values = (not ? text?.slice(1) : text)?.split(',').filter(Boolean) ?? []
  return { values, not }
}

export const writeChoice = ({ values, not }: Choice): string | undefined =>
  values.length === 0 ? undefined : `${not ? '!' : ''}${values.join(',')}`

/** Newest first by default. */
export const sortedBy = ({ sort = 'createdAt', order }: FlagListSearch): Sorted => ({
  by: sort,
  descending: order ? order === 'desc' : sort === 'createdAt',
})

export const spans = { '7d': 7, '30d': 30, '90d': 90, '365d': 365 } as const
export type Span = keyof typeof spans
export const isSpan = (text: string | undefined): text is Span => text !== undefined && text in spans

const DAY_MS = 86_400_000

/** The query parameters of the server's search, without the page. */
export function toQuery(
  search: FlagListSearch,
  project: string | undefined,
  now = Date.now(),
): SearchFeaturesQuery {
  const query: SearchFeaturesQuery = {}
  const oneOf = (
    name: 'project' | 'state' | 'lifecycle' | 'type' | 'createdBy' | 'owner',
    text: string | undefined,
  ) => {
    const { values, not } = readChoice(text)
    if (values.length > 0) query[name] = `${not ? 'IS_NONE_OF' : 'IS_ANY_OF'}:${values.join(',')}`
  }
  if (search.q?.trim()) query.query = search.q.trim()
  oneOf('project', project ?? search.project)
  oneOf('state', search.state)
  oneOf('lifecycle', search.lifecycle)
  oneOf('type', search.type)
  oneOf('createdBy', search.by)
  oneOf('owner', search.owner)
  const tag = readChoice(search.tag)
  if (tag.values.length > 0) {
    const typed = tag.values.map((value) => (value.includes(':') ? value : `simple:${value}`))
    query.tag = `${tag.not ? 'EXCLUDE_IF_ANY_OF' : 'INCLUDE_ANY_OF'}:${typed.join(',')}`
  }
  const { values: status } = readChoice(search.status)
  if (status.length > 0) query.status = status
  if (isSpan(search.created)) {
    const day = new Date(now - spans[search.created] * DAY_MS).toISOString().slice(0, 10)
    query.createdAt = `IS_ON_OR_AFTER:${day}`
  }
  if (search.favorite) query.favorite = 'IS:true'
  if (search.tab === 'archived') query.archived = 'IS:true'
  const { by, descending } = sortedBy(search)
  query.sortBy = by
  query.sortOrder = descending ? 'desc' : 'asc'
  query.favoritesFirst = 'true'
  return query
}

export const isFiltered = (search: FlagListSearch): boolean =>
  Boolean(search.q?.trim()) || fields.some((field) => search[field])

export const withoutFilters = ({ tab, sort, order, hide }: FlagListSearch): FlagListSearch => ({
  tab,
  sort,
  order,
  hide,
})

/** The part of a search that a view saves: filters, text and order, but not columns or open dialogs. */
export function writeView(search: FlagListSearch): string {
  const { create: _, name: __, 'project-status': ___, hide: ____, ...kept } = search
  const given = Object.entries(kept).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return new URLSearchParams(given).toString()
}

export const readView = (text: string): FlagListSearch =>
  readSearch(Object.fromEntries(new URLSearchParams(text)))
