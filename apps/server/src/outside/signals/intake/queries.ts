import type { SignalPayload } from '@flagstaff/contract/signals'
import { sql } from 'kysely'
import type { Db, Reader } from '../../../platform/database/database.ts'
import { wholeJson } from '../../../platform/database/text.ts'

/** A token with the endpoint that it belongs to. */
export type Sender = { token: number; endpoint: number; name: string; enabled: boolean }

export const findSender = (db: Reader, digest: Buffer): Promise<Sender | undefined> =>
  db
    .selectFrom('signal_tokens as t')
    .innerJoin('signal_endpoints as e', 'e.id', 't.endpoint_id')
    .select(['t.id as token', 'e.id as endpoint', 'e.name', 'e.enabled'])
    .where('t.digest', '=', digest)
    .executeTakeFirst()

export type Received = 'stored' | 'repeated' | 'too soon' | 'revoked'

/** Calls of an endpoint are taken one after the other, on all servers: so each sees the ones before it. */
export async function storeSignal(
  db: Db,
  { endpoint, token }: Sender,
  { key, payload }: { key: string | undefined; payload: SignalPayload },
): Promise<Received> {
  await sql`select from signal_endpoints where id = ${endpoint} for no key update`.execute(db)
  const { rows } = await sql<{ repeated: boolean; soon: boolean }>`
    select exists (select from signals where endpoint_id = ${endpoint} and key = ${key ?? null}) as repeated,
      exists (select from signals where endpoint_id = ${endpoint}
        and created_at > clock_timestamp() - interval '1 second') as soon`.execute(db)
  if (rows[0]?.repeated) return 'repeated'
  if (rows[0]?.soon) return 'too soon'
  // The token may have been revoked since it was checked.
  const stored = await sql`insert into signals (endpoint_id, token_id, key, payload, created_at)
    select ${endpoint}::int, id, ${key ?? null}::text, ${wholeJson(payload)}::jsonb, clock_timestamp()
    from signal_tokens where id = ${token}`.execute(db)
  return stored.numAffectedRows === 0n ? 'revoked' : 'stored'
}
