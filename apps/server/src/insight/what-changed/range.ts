import type { WhatChangedQuery } from '@flagstaff/contract/what-changed'
import type { Reader } from '../../platform/database/database.ts'
import { invalid } from '../../platform/errors.ts'
import { readMoment } from '../playground/index.ts'

const HOUR = 3_600_000

type Point = { revision: number; clock: number }
export type Range = { from: Point; to: Point; latest: number; offset: number }

/** The period of a request. A cursor names the revisions of the first page, so that all pages show the same period. */
export async function readRange(db: Reader, query: WhatChangedQuery): Promise<Range> {
  const page = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const to = await readMoment(
    db,
    page ? { atRevision: page.to } : { atRevision: query.toRevision, at: query.to },
  )
  const asked = page
    ? { atRevision: page.from }
    : query.fromRevision === undefined && query.from === undefined
      ? { at: new Date(Math.max(0, to.clock - HOUR)).toISOString() }
      : { atRevision: query.fromRevision, at: query.from }
  const from = await readMoment(db, asked)
  if (from.revision > to.revision || from.clock > to.clock)
    throw invalid('The period must not end before it starts.', 'from')
  return { from, to, latest: to.latest, offset: page?.offset ?? 0 }
}

export const cursorOf = (from: number, to: number, offset: number): string => `${from}.${to}.${offset}`

function readCursor(text: string) {
  const [from, to, offset, ...rest] = text.split('.').map(Number)
  const isValid = [from, to, offset].every((one) => Number.isSafeInteger(one) && Number(one) >= 0)
  if (!isValid || rest.length > 0) throw invalid('It must be `next` of an earlier response.', 'cursor')
  return { from: Number(from), to: Number(to), offset: Number(offset) }
}
