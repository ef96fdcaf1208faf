import { EVERYWHERE, type FlagDocument, type FlagMeta } from '@flagstaff/delivery'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'

export type Served = { doc: FlagDocument; meta: FlagMeta }

/** What an environment was served of a flag at a revision; the default document if it had no other one. */
export async function findServed(
  db: Reader,
  { flag, environment, revision }: { flag: string; environment: string; revision: number },
): Promise<Served | undefined> {
  const at = (place: string) => sql`(select p.doc, p.meta, p.until_revision from published p
    where p.kind = 'flag' and p.environment = ${place} and p.name = ${flag} and p.from_revision <= ${revision}
    order by p.from_revision desc limit 1)`
  const isLive = (name: string) =>
    sql`(${sql.ref(`${name}.until_revision`)} is null or ${sql.ref(`${name}.until_revision`)} > ${revision})`
  const [row] = await rowsOf(
    db,
    sql<Served>`
      select coalesce(own.doc, usual.doc) as doc, coalesce(own.meta, usual.meta) as meta
      from ${at(EVERYWHERE)} usual left join ${at(environment)} own on ${isLive('own')}
      where ${isLive('usual')}`,
  )
  return row
}

/** The rules that were added to a flag in an environment after a revision. */
export async function listAddedRules(
  db: Reader,
  { flag, environment, revision }: { flag: string; environment: string; revision: number },
): Promise<Set<string>> {
  const rows = await rowsOf(
    db,
    sql<{ id: string }>`
      select data ->> 'id' as id from events
      where flag = ${flag} and environment = ${environment} and revision > ${revision}
        and type = 'feature-strategy-add'`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Those of the flags that were created after a revision, also if another one had the name before. */
export async function listCreatedSince(
  db: Reader,
  flags: readonly string[],
  revision: number,
): Promise<Set<string>> {
  const rows = await rowsOf(
    db,
    sql<{ flag: string }>`
      select distinct flag from events
      where flag = any(${flags}::text[]) and type = 'feature-created' and revision > ${revision}`,
  )
  return new Set(rows.map(({ flag }) => flag))
}
