import type { Digest, DocumentRow } from '@flagstaff/delivery'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { digits } from './published-queries.ts'

/** What was live at a revision. */
const liveAt = (revision: number) =>
  sql`from_revision <= ${revision} and (until_revision is null or until_revision > ${revision})`

type There = { hash: string | null; digests: ({ environment: string } & Digest)[] }

/** What the database had at a revision, in short. The hash is null where it has no such revision. */
export async function digestsAt(db: Db, revision: number): Promise<There> {
  const { rows } = await sql<There>`
    select (select ${digits(sql`e.hash`)} from events e where e.revision = ${revision}) as hash,
      (select coalesce(json_agg(d), '[]') from (
        select environment, count(*) as documents, sum(('x' || left(encode(sha256(convert_to(
          kind || e'\n' || environment || e'\n' || name || e'\n' || from_revision, 'UTF8')), 'hex'), 8))::bit(32)::bigint)
          as sum
        from published where ${liveAt(revision)} group by environment) d) as digests`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database answered nothing')
  return row
}

export type Place = Pick<DocumentRow, 'kind' | 'name' | 'environment'>
export type Live = Place & { revision: number; doc: unknown }

/** Some live documents in the order of their places, from one place on. */
export const documentsAfter = ({ kind, name, environment }: Place, limit: number, db: Db): Promise<Live[]> =>
  sql<Live>`
    select kind, name, environment, from_revision as revision, doc from published
    where until_revision is null and (kind, name, environment) > (${kind}, ${name}, ${environment})
    order by kind, name, environment limit ${limit}`
    .execute(db)
    .then(({ rows }) => rows)
