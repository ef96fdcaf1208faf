import { randomInt } from 'node:crypto'
import type { Bulk, BulkSink, Usage } from '@flagstaff/delivery'
import type { OutcomeWriter } from '../flags/index.ts'
import type { RegistrationWriter } from '../insight/applications/index.ts'
import { appendUsage, type Folding, type ImpactWriter } from '../insight/usage/index.ts'
import { createBatches } from '../platform/background/batches.ts'
import type { Note } from '../platform/write/note.ts'
import { insertBatches } from './queries.ts'
import { sum } from './usage.ts'

/** Each bulk can have a few thousand rows. */
const MOST_AT_ONCE = 20

type Parts = {
  note: Note
  known(usage: Usage): Usage
  folding: Pick<Folding, 'soon'>
  registrations: RegistrationWriter
  impact: ImpactWriter
  outcomes: OutcomeWriter
}

/** Stores a bulk and its idempotency key in one transaction, so that a retry is not counted twice. */
export function openBulks({ note, known, folding, registrations, impact, outcomes }: Parts) {
  const writer = randomInt(2 ** 31 - 1)
  const batches = createBatches(async (bulks: Bulk[]) => {
    await note(async (db) => {
      const ids = bulks.flatMap(({ environment, id }) => (id === undefined ? [] : [{ environment, id }]))
      const inserted = ids.length > 0 ? await insertBatches(db, ids) : []
      const fresh = onlyNew(bulks, new Set(inserted.map(keyOf)))
      const rows = sum(fresh.flatMap((bulk) => bulk.usages).map(known))
      const registered = fresh.flatMap((bulk) => bulk.registrations)
      const measured = fresh.flatMap((bulk) => bulk.impact)
      if (rows.length > 0) await appendUsage(db, writer, rows)
      if (registered.length > 0) await registrations.write(db, registered)
      if (measured.length > 0) await impact.write(db, measured)
      await outcomes.write(
        db,
        fresh.flatMap((bulk) => bulk.outcomes ?? []),
      )
    })
    folding.soon()
  }, MOST_AT_ONCE)
  return batches satisfies BulkSink
}

const keyOf = ({ environment, id }: { environment: string; id?: string | undefined }) =>
  JSON.stringify([environment, id])

/** Drops duplicates; the same bulk can also occur twice in this batch. */
const onlyNew = (bulks: readonly Bulk[], inserted: Set<string>): Bulk[] =>
  bulks.filter((bulk) => bulk.id === undefined || inserted.delete(keyOf(bulk)))
