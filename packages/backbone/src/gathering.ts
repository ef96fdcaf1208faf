import type { Change, DocumentRow, Head } from '@flagstaff/delivery'

/**
 * A snapshot with the changes after it. A node that already serves a newer state takes both together, so that nobody
 * sees an old state again.
 */
export type Gathering = {
  readonly epoch: string
  readonly revision: number
  add(change: Change): void
  /** Everything that was gathered, as one full state. */
  state(): Change
}

const rowKey = ({ kind, environment, name }: DocumentRow) => JSON.stringify([kind, environment, name])
const headKey = ({ environment, project }: Head) => JSON.stringify([environment, project])

export function gather(snapshot: Change): Gathering {
  const rows = new Map(snapshot.rows.map((row) => [rowKey(row), row]))
  const heads = new Map(snapshot.heads.map((head) => [headKey(head), head]))
  let { revision, hash, knownAt } = snapshot
  let isAsRead = true
  return {
    epoch: snapshot.epoch,
    get revision() {
      return revision
    },
    add(change) {
      isAsRead = false
      revision = change.revision
      hash = change.hash
      knownAt = change.knownAt
      for (const row of change.rows) {
        if (row.doc === null) rows.delete(rowKey(row))
        else rows.set(rowKey(row), row)
      }
      for (const head of change.heads) heads.set(headKey(head), head)
    },
    state: () => ({
      epoch: snapshot.epoch,
      revision,
      hash,
      complete: true,
      rows: [...rows.values()],
      heads: [...heads.values()],
      knownAt,
      // What was touched is only known up to the snapshot.
      ...(isAsRead && snapshot.recent ? { recent: snapshot.recent } : {}),
    }),
  }
}
