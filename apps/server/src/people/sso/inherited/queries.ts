import type { SignInProvider } from '@flagstaff/contract/sso'
import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../../platform/database/database.ts'
import { OIDC, SAML } from '../settings/stored.ts'

/** The issuers of links from before the protocol was stored. */
export async function listInherited(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('linked_identities')
    .select('issuer')
    .distinct()
    .where('inherited', '=', true)
    .execute()
  return rows.map(({ issuer }) => issuer)
}

/** The issuers in the sign-in settings, now and in the event log. */
export const listIssuers = (db: Reader) =>
  rowsOf(
    db,
    sql<{ protocol: SignInProvider; issuer: string }>`
      with known as (
        select name, value from settings where name in (${OIDC}, ${SAML})
        union all
        select data->>'name', data::jsonb from events
        where type in ('setting-created', 'setting-updated') and data->>'name' in (${OIDC}, ${SAML}))
      select distinct case name when ${OIDC} then 'oidc' else 'saml' end as protocol,
        coalesce(value->>'discoverUrl', value->>'entityId') as issuer
      from known where coalesce(value->>'discoverUrl', value->>'entityId', '') <> ''`,
  )

/**
 * The login that created a link follows it at once. Later logins tell nothing: they can be those of another person, by
 * the other protocol.
 */
export const assignByLogin = (db: Db) =>
  sql`
    update linked_identities set protocol = first.auth_type, inherited = false
    from (
      select i.id, min(l.auth_type) as auth_type
      from linked_identities i
      join users u on u.id = i.user_id
      join logins l on l.username in (u.email, u.username, u.name)
        and l.created_at >= i.created_at and l.created_at < i.created_at + interval '1 minute'
      where i.inherited and l.type = 'login' and l.successful and l.auth_type in ('oidc', 'saml')
      group by i.id having count(distinct l.auth_type) = 1) first
    where first.id = linked_identities.id`.execute(db)

export const assignRest = (db: Db, issuer: string, protocol: SignInProvider | null) =>
  db
    .updateTable('linked_identities')
    .set({ protocol, inherited: false })
    .where('inherited', '=', true)
    .where('issuer', '=', issuer)
    .execute()

/** Servers of the previous release ignore the protocol; without the link they match by the verified address. */
export const hideFromPreviousRelease = (db: Db, issuer: string) =>
  db.deleteFrom('identities').where('issuer', '=', issuer).execute()
