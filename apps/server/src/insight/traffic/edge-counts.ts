import { createHash } from 'node:crypto'
import type { EdgeReport } from '@flagstaff/contract/receipts'
import type { Db } from '../../platform/database/database.ts'
import { countsIn } from './edge-rules.ts'
import { addEdgeCounts, insertReport } from './queries.ts'

/** Counts the requests that an edge answered itself, once for each report. */
export async function addEdgeTraffic(db: Db, report: EdgeReport): Promise<void> {
  const counts = countsIn(report.requestsSinceLastReport)
  if (counts.length === 0) return
  const { identifier, started = '', reportId: id } = report
  const digest = createHash('sha256').update(JSON.stringify(report)).digest('base64url')
  if (await insertReport(db, { identifier, started, id, digest })) await addEdgeCounts(db, counts)
}
