import { sql } from 'kysely'

/** An account's display name, or the recorded name if the account has none or was deleted. */
export const displayName = (id: string, recorded: string) =>
  sql<string>`coalesce((select nullif(account.name, '') from users account where account.id = ${sql.ref(id)}),
    ${sql.ref(recorded)})`

/** The same for rows that recorded only an email address or user name, without an account id. */
export const displayNameOf = (recorded: string) =>
  sql<string>`coalesce((select nullif(account.name, '') from users account where account.deleted_at is null
    and (lower(account.email) = lower(${sql.ref(recorded)}) or lower(account.username) = lower(${sql.ref(recorded)}))
    order by lower(account.email) = lower(${sql.ref(recorded)}) desc nulls last limit 1), ${sql.ref(recorded)})`
