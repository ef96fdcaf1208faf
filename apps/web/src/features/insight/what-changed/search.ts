import type { WhatChangedQuery } from '@flagstaff/contract/what-changed'
import { textOf } from '../../../lib/address.ts'

export const ranges = ['15m', '1h', '24h', '7d'] as const
export type RangeName = (typeof ranges)[number]
export const USUAL: RangeName = '1h'

const MINUTE = 60_000
const lengths: Record<RangeName, number> = {
  '15m': 15 * MINUTE,
  '1h': 60 * MINUTE,
  '24h': 24 * 60 * MINUTE,
  '7d': 7 * 24 * 60 * MINUTE,
}

/** The state of the page, stored in the URL. With `from`, the period is fixed. */
export type ChangesSearch = {
  last?: RangeName | undefined
  from?: string | undefined
  to?: string | undefined
  project?: string | undefined
  environment?: string | undefined
}

const momentOf = (value: unknown) => {
  const text = textOf(value)
  return text !== undefined && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : undefined
}

export function readSearch(search: Record<string, unknown>): ChangesSearch {
  const last = ranges.find((one) => one === search.last)
  const from = momentOf(search.from)
  return {
    last: from || last === USUAL ? undefined : last,
    from,
    to: from && momentOf(search.to),
    project: textOf(search.project),
    environment: textOf(search.environment),
  }
}

export const isFixed = ({ from }: ChangesSearch) => from !== undefined

/** What the server is asked for. A relative period ends now. */
export function queryOf(search: ChangesSearch, now = Date.now()): WhatChangedQuery {
  const { last = USUAL, from, to, project, environment } = search
  return {
    from: from ?? new Date(now - lengths[last]).toISOString(),
    ...(from && to ? { to } : {}),
    ...(project ? { project } : {}),
    ...(environment ? { environment } : {}),
  }
}

/** The value of a field for a local time, and back. */
export function toLocal(iso: string): string {
  const time = new Date(iso)
  return new Date(time.getTime() - time.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16)
}

export const fromLocal = (text: string): string | undefined => {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
