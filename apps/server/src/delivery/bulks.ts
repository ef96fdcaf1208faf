import { randomInt } from 'node:crypto'
import type { Bulk, BulkSink, Usage } from '@flagstaff/delivery'
import type { RegistrationWriter } from '../applications/index.ts'
import { createBatches } from '../platform/batches.ts'
import type { Note } from '../platform/note.ts'
import type { ImpactWriter } from '../usage/index.ts'
import { insertBatches, upsertUsage } from './queries.ts'
import { sum } from './usage.ts'

/** Each may hold some thousand rows. */
const MOST_AT_ONCE = 20

type Parts = {
  note: Note
  known(usage: Usage): Usage
  registrations: RegistrationWriter
  impact: ImpactWriter
}

/** Takes in all of a bulk in one transaction, together with its id: one that comes again is not counted again. */
export function openBulks({ note, known, registrations, impact }: Parts) {
  const writer = randomInt(2 ** 31 - 1)
  const batches = createBatches(
    (bulks: Bulk[]) =>
      note(async (db) => {
        const ids = bulks.flatMap(({ environment, id }) => (id === undefined ? [] : [{ environment, id }]))
        const inserted = ids.length > 0 ? await insertBatches(db, ids) : []
        const fresh = onlyNew(bulks, new Set(inserted.map(keyOf)))
        const rows = sum(fresh.flatMap((bulk) => bulk.usages).map(known))
        const registered = fresh.flatMap((bulk) => bulk.registrations)
        const measured = fresh.flatMap((bulk) => bulk.impact)
        if (rows.length > 0) await upsertUsage(db, writer, rows)
        if (registered.length > 0) await registrations.write(db, registered)
        if (measured.length > 0) await impact.write(db, measured)
      }),
    MOST_AT_ONCE,
  )
  return batches satisfies BulkSink
}

const keyOf = ({ environment, id }: { environment: string; id?: string | undefined }) =>
  JSON.stringify([environment, id])

/** The same bulk may be among them twice. */
const onlyNew = (bulks: readonly Bulk[], inserted: Set<string>): Bulk[] =>
  bulks.filter((bulk) => bulk.id === undefined || inserted.delete(keyOf(bulk)))
