import { sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'
import { type Effect, onlyLowers } from './effects.ts'

/** Marks what turns other flags on: those that are on, and depend on the flag being off. */
export async function withDependents<E extends Effect>(trx: Trx, effects: readonly E[]): Promise<E[]> {
  const names = effects.filter(onlyLowers).map(({ name }) => name)
  if (names.length === 0) return [...effects]
  const { rows } = await sql<{ parent: string; environment: string }>`
    select distinct d.parent, e.environment from flag_dependencies d
    join flags f on f.name = d.child and f.archived_at is null
    join flag_environments e on e.flag = d.child and e.enabled
    where d.parent = any(${names}) and not d.enabled`.execute(trx)
  const needed = new Set(rows.map(({ parent, environment }) => JSON.stringify([parent, environment])))
  return effects.map((effect) =>
    effect.kind === 'flag' && needed.has(JSON.stringify([effect.name, effect.environment]))
      ? { ...effect, turnsOn: true }
      : effect,
  )
}
