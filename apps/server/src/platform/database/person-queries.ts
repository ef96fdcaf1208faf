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

/** The name of an account `u`, if it must have one. */
export const accountName = sql<string>`coalesce(nullif(u.name, ''), u.username, u.email, '')`

/** The flags that an account or one of its groups owns, as `name`, `project` and `created_at`. */
export const ownedFlags = (userId: number) => sql`(
  select name, project, created_at from flags where owner_user_id = ${userId} and archived_at is null
  union all
  select name, project, created_at from flags
  where owner_group_id in (select group_id from group_members where user_id = ${userId}) and archived_at is null)`

/** The owner of a flag `f`; null if it has none, or if the account or group was deleted. */
export const flagOwner = sql`(
  select json_build_object('type', 'user', 'id', u.id, 'name', ${accountName})
  from users u where u.id = f.owner_user_id and u.deleted_at is null
  union all
  select json_build_object('type', 'group', 'id', g.id, 'name', g.name) from groups g where g.id = f.owner_group_id)`
