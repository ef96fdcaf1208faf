import { sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'
import type { Touch } from './documents.ts'
import { type Effect, onlyLowers, type Place } from './effects.ts'
import type { Environments } from './live.ts'

/** Where flags must be off, because others are on that depend on it. */
export type NeededOff = ReadonlySet<string>

type Flag = Pick<Place, 'environment'> & { name: string }
const keyOf = ({ name, environment }: Flag) => JSON.stringify([name, environment])

/** Finds the touched flags that other flags need to be off. */
export async function readNeededOff(
  trx: Trx,
  touches: readonly Touch[],
  environments: Environments,
): Promise<NeededOff> {
  const names = touches.filter(({ kind }) => kind === 'flag').map(({ name }) => name)
  if (names.length === 0 || environments.length === 0) return new Set()
  const { rows } = await sql<Flag>`
    select distinct d.parent as name, e.environment from flag_dependencies d
    join flags f on f.name = d.child and f.archived_at is null
    join flag_environments e on e.flag = d.child and e.enabled
    where d.parent = any(${names}) and not d.enabled`.execute(trx)
  return new Set(rows.map(keyOf))
}

/** Marks what turns other flags on. */
export const withDependents = <E extends Effect>(effects: readonly E[], needed: NeededOff): E[] =>
  effects.map((effect) =>
    effect.kind === 'flag' && needed.has(keyOf(effect)) && onlyLowers(effect)
      ? { ...effect, turnsOn: true }
      : effect,
  )
