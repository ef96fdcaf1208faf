import { sql } from 'kysely'
import type { Tx } from '../../../platform/write/write.ts'
import type { StoredToken } from '../api-tokens/events.ts'
import { columns, type TokenRow, toStored } from '../api-tokens/queries.ts'

export async function lockTokensOfEnvironment(tx: Tx, environment: string): Promise<StoredToken[]> {
  const { rows } = await sql<TokenRow>`
    select ${columns} from api_tokens t where t.environment = ${environment} order by t.id for update of t`.execute(
    tx.db,
  )
  return rows.map(toStored)
}

/** Tokens that are valid for this project only. */
export async function lockTokensOfProjectAlone(tx: Tx, project: string): Promise<StoredToken[]> {
  const { rows } = await sql<TokenRow>`
    select ${columns} from api_tokens t
    where not t.all_projects
      and exists (select from api_token_projects p where p.token_id = t.id and p.project = ${project})
      and not exists (select from api_token_projects p where p.token_id = t.id and p.project <> ${project})
    order by t.id for update of t`.execute(tx.db)
  return rows.map(toStored)
}

export const removeTokens = (tx: Tx, ids: readonly string[]) =>
  sql`delete from api_tokens where id = any(${ids}::text[])`.execute(tx.db)

/** Removes the project from all tokens and returns their digests. */
export async function detachProject(tx: Tx, project: string): Promise<string[]> {
  const { rows } = await sql<{ digest: string }>`
    with lost as (delete from api_token_projects where project = ${project} returning token_id)
    select encode(t.digest, 'hex') as digest from api_tokens t join lost on lost.token_id = t.id
    order by t.id`.execute(tx.db)
  return rows.map((row) => row.digest)
}
