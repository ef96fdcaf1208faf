import type { EventPart } from '@flagstaff/contract/event-parts'
import type { Reader } from '../../../platform/database/database.ts'
import { listParts } from './queries.ts'
import { toPart } from './rules.ts'

/** Oldest first. */
export async function readParts(db: Reader, now = Date.now()): Promise<EventPart[]> {
  const rows = await listParts(db)
  return rows.map((row, index) => toPart(row, { isOldest: index === 0, now }))
}
