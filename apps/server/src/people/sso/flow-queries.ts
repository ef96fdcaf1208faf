import type { Trial } from '@flagstaff/contract/sso'
import type { Db, Reader } from '../../platform/database/database.ts'

type Flow = { digest: Buffer; kind: string; returnTo: string; expiresAt: Date }

export const insertFlow = (db: Db, { digest, kind, returnTo, expiresAt }: Flow) =>
  db
    .insertInto('sign_in_flows')
    .values({ digest, kind, return_to: returnTo, expires_at: expiresAt })
    .execute()

/** Deletes the flow as it reads it, so that it can only be used once. */
export async function takeFlow(
  db: Db,
  digest: Buffer,
): Promise<{ kind: string; returnTo: string } | undefined> {
  const row = await db
    .deleteFrom('sign_in_flows')
    .where('digest', '=', digest)
    .returning(['kind', 'return_to', 'expires_at'])
    .executeTakeFirst()
  if (!row || row.expires_at.getTime() < Date.now()) return undefined
  return { kind: row.kind, returnTo: row.return_to }
}

export const insertTrial = (db: Db, digest: Buffer, result: Trial, expiresAt: Date) =>
  db
    .insertInto('sign_in_trials')
    .values({ digest, result: JSON.stringify(result), expires_at: expiresAt })
    .execute()

export async function findTrial(db: Reader, digest: Buffer): Promise<Trial | undefined> {
  const row = await db
    .selectFrom('sign_in_trials')
    .select('result')
    .where('digest', '=', digest)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return row?.result as Trial | undefined
}
