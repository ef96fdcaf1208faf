import { randomUUID } from 'node:crypto'
import { again, type EdgeSink, type ReceiptBook } from '@flagstaff/delivery'
import { withFreshBudget } from '../../platform/database/deadline.ts'
import { wholeJson } from '../../platform/database/text.ts'
import type { Note } from '../../platform/write/note.ts'
import { addEdgeTraffic } from '../traffic/index.ts'
import { aboutOf, receiptsOf, reportsIn } from './edges.ts'
import {
  removeExcessEdges,
  removeOldReceipts,
  removeReporter,
  upsertEdge,
  upsertReceipts,
} from './queries.ts'

const LOOK_MS = 500
/** Heartbeat: sent again without changes, so that others know this process is alive. */
const AGAIN_MS = 15_000
const CLEAN_MS = 600_000
/** Per environment: a token can report edges under any name. */
const MOST_EDGES = 1_000

/** Stores the reports of edges, with one row per edge and environment. */
export const openEdges = (note: Note): EdgeSink => ({
  add: (report, environment) =>
    withFreshBudget(() =>
      note(async (db) => {
        let someNew = false
        for (const one of reportsIn(JSON.parse(wholeJson(report)))) {
          const about = aboutOf(one)
          const stored = { reporter: one.identifier, environment, about, receipts: receiptsOf(one) }
          const newReceipt = await upsertReceipts(db, { ...stored, kind: 'edge' })
          const newEdge = await upsertEdge(db, about)
          someNew ||= newReceipt || newEdge
          await addEdgeTraffic(db, one)
        }
        if (someNew) await removeExcessEdges(db, environment, MOST_EDGES)
      }),
    ),
})

/** Stores which revision each client of this process has, shortly after it changes. */
export function reportReceipts(note: Note, book: ReceiptBook) {
  const reporter = randomUUID()
  const told = new Map<string, { text: string; at: number }>()

  const tell = async () => {
    const now = Date.now()
    for (const environment of new Set([...book.environments(), ...told.keys()])) {
      const receipts = book.read(environment, now)
      const text = signature(receipts)
      const last = told.get(environment)
      if (last?.text === text && now - last.at < AGAIN_MS) continue
      await withFreshBudget(() =>
        note((db) => upsertReceipts(db, { reporter, environment, kind: 'server', about: {}, receipts })),
      )
      if (receipts.named.length + receipts.counted.length > 0) told.set(environment, { text, at: now })
      else told.delete(environment)
    }
  }
  const stopTelling = again(tell, LOOK_MS)
  const cleaner = setInterval(() => void note(removeOldReceipts).catch(() => {}), CLEAN_MS).unref()
  return async () => {
    clearInterval(cleaner)
    await stopTelling()
    await note((db) => removeReporter(db, reporter)).catch(() => {})
  }
}

/** Ignores polls that changed nothing. */
const signature = ({ named, counted }: ReturnType<ReceiptBook['read']>) =>
  JSON.stringify([named.map(({ app, instance, revision, hash }) => [app, instance, revision, hash]), counted])
