import type { EventSearchQuery } from '@flagstaff/contract/events'
import { textOf } from '../../../lib/address.ts'

/** The state of a log, stored in the URL. */
export type LogSearch = {
  q?: string | undefined
  type?: string | undefined
  actor?: string | undefined
  project?: string | undefined
  flag?: string | undefined
  environment?: string | undefined
  from?: string | undefined
  to?: string | undefined
  group?: string | undefined
  id?: string | undefined
  /** The expanded event. */
  open?: string | undefined
  /** Live updates are paused. */
  paused?: true | undefined
}

const day = (value: unknown) => {
  const text = textOf(value)
  return text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined
}

export const readLogSearch = (search: Record<string, unknown>): LogSearch => ({
  q: textOf(search.q),
  type: textOf(search.type),
  actor: textOf(search.actor),
  project: textOf(search.project),
  flag: textOf(search.flag),
  environment: textOf(search.environment),
  from: day(search.from),
  to: day(search.to),
  group: textOf(search.group),
  id: textOf(search.id),
  open: textOf(search.open),
  paused: search.paused === true ? true : undefined,
})

/** The query parameters of the server. */
export function queryOf({ q, type, actor, project, flag, environment, from, to, group, id }: LogSearch) {
  const query: EventSearchQuery = {}
  const add = (name: Exclude<keyof EventSearchQuery, 'query'>, value: string | undefined) => {
    if (value !== undefined) query[name] = `IS:${value}`
  }
  if (q) query.query = q
  add('type', type)
  add('createdBy', actor)
  add('project', project)
  add('feature', flag)
  add('environment', environment)
  add('from', from)
  add('to', to)
  add('groupId', group)
  add('id', id)
  return query
}

/** Expanding and pausing do not affect the query. */
export const filtersOf = ({ open: _open, paused: _paused, ...filters }: LogSearch) => filters

export const isFiltered = (search: LogSearch) =>
  Object.values(filtersOf(search)).some((value) => value !== undefined)
