import { sql } from 'kysely'

/** An account's display name; the name recorded with the row where the account has none or is gone. */
export const displayName = (id: string, recorded: string) =>
  sql<string>`coalesce((select nullif(account.name, '') from users account where account.id = ${sql.ref(id)}),
    ${sql.ref(recorded)})`
