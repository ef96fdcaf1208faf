import { textOf } from '../../app/root.tsx'

/** What a log shows: all of it is in the address. */
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
  /** The event that is open. */
  open?: string | undefined
  /** New events are not shown by themselves. */
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

/** As the server takes it. */
export function queryOf({ q, type, actor, project, flag, environment, from, to, group, id }: LogSearch) {
  const query = new URLSearchParams()
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) query.set(name, `IS:${value}`)
  }
  if (q) query.set('query', q)
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

/** How the log is looked at does not change what is in it. */
export const filtersOf = ({ open: _open, paused: _paused, ...filters }: LogSearch) => filters

export const isFiltered = (search: LogSearch) =>
  Object.values(filtersOf(search)).some((value) => value !== undefined)
