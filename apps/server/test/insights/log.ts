import { sql } from 'kysely'
import type { Db } from '../../src/platform/database/database.ts'

export type PastEvent = {
  type: string
  at: Date
  project?: string
  flag?: string
  environment?: string
  data?: unknown
}

/** Inserts events of the past, before the application starts. They are not part of the chain of hashes. */
export async function writeLog(db: Db, events: readonly PastEvent[]) {
  const rows = events.map(({ at, ...event }, index) => ({
    project: 'default',
    flag: null,
    environment: null,
    data: null,
    ...event,
    revision: index + 1,
    created_at: at.toISOString(),
  }))
  await sql`
    insert into events (revision, type, created_at, actor_type, actor_id, actor_name, project, environment, flag, tags,
      data, digest, hash)
    select r.revision, r.type, r.created_at, 'user', 1, 'ada', r.project, r.environment, r.flag, '[]', r.data, '', ''
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(revision bigint, type text, created_at timestamptz,
      project text, environment text, flag text, data json)`.execute(db)
  await sql`update counter set revision = ${events.length}`.execute(db)
}
