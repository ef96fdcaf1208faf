import type { Query } from './database.ts'

/** Rows with IDs from here on belong to hidden places and to callers, and no administrator's request names them. */
export const DISTANT = 7_000_000

const tables = [
  'users',
  'personal_tokens',
  'segments',
  'change_requests',
  'request_changes',
  'request_comments',
  'freezes',
  'integrations',
  'flag_comments',
]

/** Gives distant IDs to the rows that `create` inserts. */
export async function withDistantIds<T>(query: Query, create: () => Promise<T>): Promise<T> {
  const restore: [string, unknown, unknown][] = []
  for (const table of tables) {
    const [row] = await query('select pg_get_serial_sequence($1, $2) as name', [table, 'id'])
    const name = String(row?.name)
    const [at] = await query(`select last_value, is_called from ${name}`)
    const [top] = await query(`select coalesce(max(id), 0) as id from ${table}`)
    restore.push([name, at?.last_value, at?.is_called])
    await query('select setval($1, $2)', [name, Math.max(DISTANT, Number(top?.id))])
  }
  try {
    return await create()
  } finally {
    for (const one of restore) await query('select setval($1, $2, $3)', one)
  }
}

export const isDistant = (id: unknown): boolean => Number(id) >= DISTANT
