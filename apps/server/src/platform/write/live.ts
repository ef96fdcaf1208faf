import { EVERYWHERE } from '@flagstaff/delivery'
import { sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'
import type { Touch } from './documents.ts'
import type { LiveDocument } from './effects.ts'

export const isBehaviour = ({ kind }: Touch) => kind === 'flag' || kind === 'segment'

export type Environments = 'all' | readonly string[]

/** The served documents of what is touched, in these environments. */
export async function readLive(
  trx: Trx,
  touches: readonly Touch[],
  environments: Environments,
): Promise<LiveDocument[]> {
  const reaching = touches.filter(
    (touch) =>
      isBehaviour(touch) &&
      environments.length > 0 &&
      (environments === 'all' ||
        !('environment' in touch) ||
        touch.environment === undefined ||
        environments.includes(touch.environment)),
  )
  if (reaching.length === 0) return []
  const namesOf = (kind: Touch['kind']) => [
    ...new Set(reaching.filter((touch) => touch.kind === kind).map(({ name }) => name)),
  ]
  const { rows } = await sql<LiveDocument>`
    select kind, environment, name, project, doc from published
    where until_revision is null
      and ${environments === 'all' ? sql`true` : sql`environment = any(${[...environments, EVERYWHERE]})`}
      and (kind = 'flag' and name = any(${namesOf('flag')}) or kind = 'segment' and name = any(${namesOf('segment')}))`.execute(
    trx,
  )
  return rows
}
