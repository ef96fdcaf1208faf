import type { Digest, DocumentRow } from '@flagstaff/delivery'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { hashAt } from './published-queries.ts'

/** Selects the documents that were live at a revision. */
const liveAt = (revision: number) =>
  sql`from_revision <= ${revision} and (until_revision is null or until_revision > ${revision})`

type There = { hash: string | null; digests: ({ environment: string } & Digest)[] }

/** Digests of the documents at a revision. */
export async function digestsAt(db: Db, revision: number): Promise<There> {
  const { rows } = await sql<There>`
    select ${hashAt(revision)} as hash,
      (select coalesce(json_agg(d), '[]') from (
        select environment, count(*) as documents, sum(('x' || left(encode(sha256(convert_to(
          kind || e'\n' || environment || e'\n' || name || e'\n' || from_revision, 'UTF8')), 'hex'), 8))::bit(32)::bigint)
          as sum
        from published where ${liveAt(revision)} group by environment) d) as digests`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database returned no row')
  return row
}

export type Place = Pick<DocumentRow, 'kind' | 'name' | 'environment'>
export type Live = Place & { revision: number; doc: unknown }

type After = { place: Place; limit: number; revision: number }

/** The next live documents after a key, in key order, with the hash at a revision. */
export async function documentsAfter(db: Db, { place, limit, revision }: After) {
  const { kind, name, environment } = place
  const { rows } = await sql<{ hash: string | null; documents: Live[] }>`
    select ${hashAt(revision)} as hash, (select coalesce(json_agg(d), '[]') from (
      select kind, name, environment, from_revision as revision, doc from published
      where until_revision is null and (kind, name, environment) > (${kind}, ${name}, ${environment})
      order by kind, name, environment limit ${limit}) d) as documents`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database returned no row')
  return row
}
