import type { CdnApiToken } from '@flagstaff/contract/tokens'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'

type Row = { tokenName: string; environment: string; project: string; expiresAt: Date | null }

export async function listCdnTokens(db: Reader): Promise<CdnApiToken[]> {
  const rows = await rowsOf(
    db,
    sql<Row>`
      select t.name as "tokenName", t.environment, t.expires_at as "expiresAt",
        coalesce((select min(p.project) from api_token_projects p where p.token_id = t.id), '*') as project
      from api_tokens t where t.cdn order by t.created_at, t.id`,
  )
  return rows.map((row) => ({ ...row, expiresAt: row.expiresAt?.toISOString() ?? null }))
}
