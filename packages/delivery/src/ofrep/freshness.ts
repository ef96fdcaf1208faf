import { setTimeout as delay } from 'node:timers/promises'
import type { OfrepBulkQuery } from '@flagstaff/contract/ofrep'
import { type Mark, parseMark } from '../marks.ts'
import { caughtUp } from '../reached.ts'
import type { Projects, Store } from '../store.ts'

const PATIENCE_MS = 2_000
const LOOK_MS = 50

/** The configuration that a client with these projects gets, as change events identify it. */
export const configOf = (store: Store, environment: string, projects: Projects): Mark =>
  store.head(environment, projects)

/**
 * A client that heard of a change from one process may call another that does not have it yet. Wait for the change,
 * within limits, then respond with the current state.
 */
export async function freshEnough(store: Store, environment: string, query: OfrepBulkQuery): Promise<void> {
  const mark = parseMark(query.flagConfigEtag)
  if (mark) {
    await caughtUp(store, mark.revision, PATIENCE_MS)
    return
  }
  const modified = timeOf(query.flagConfigLastModified)
  const until = performance.now() + PATIENCE_MS
  while (store.freshAt(environment) < modified && performance.now() < until) await delay(LOOK_MS)
}

/** Seconds since 1970 or a date. A time in the future counts as now. */
function timeOf(text: string | undefined): number {
  if (!text) return 0
  const time = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text)
  return Math.min(time || 0, Date.now())
}
