import { compile } from '../../src/delivery/compile.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { verifyChain } from '../../src/platform/write/verify.ts'

/** The first revision at which the hash chain is broken, or undefined. */
export const findBreak = async ({ read }: Database): Promise<number | undefined> =>
  (await verifyChain(read)).brokenAt

type Row = { kind: string; environment: string; name: string; doc: unknown }
const sorted = (rows: Row[]) =>
  rows
    .map(({ kind, environment, name, doc }) => `${kind} ${environment} ${name} ${JSON.stringify(doc)}`)
    .sort()

/** The published documents, and what the tables would compile to now; both must be equal. */
export async function published({ db, read, pool }: Database) {
  const flags = await db.selectFrom('flags').select('name').execute()
  const segments = await db.selectFrom('segments').select('id').execute()
  const compiled = await compile(read, [
    ...flags.map(({ name }) => ({ kind: 'flag' as const, name })),
    ...segments.map(({ id }) => ({ kind: 'segment' as const, name: String(id) })),
  ])
  const { rows: live } = await pool.query<Row>(
    "select kind, environment, name, doc from published where until_revision is null and kind in ('flag', 'segment')",
  )
  return { live: sorted(live), compiled: sorted(compiled) }
}

/** All revisions in order. */
export async function revisions({ pool }: Database): Promise<number[]> {
  const { rows } = await pool.query<{ revision: number }>('select revision from events order by revision')
  return rows.map((row) => row.revision)
}

export const countFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i)
