import { sql } from 'kysely'
import type { Db } from '../src/platform/database/database.ts'

/** Forms that all SDKs read. Some turn a whole flag off for any other. */
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|[+-]\d\d:\d\d)$/
const NUMBER = /^-?\d+(\.\d+)?$/

type Constraint = { operator: string; value?: string }
type Rule = { name: string; parameters: Record<string, unknown>; constraints: Constraint[] }
type Document = { constraints?: Constraint[]; strategies?: Rule[] }

/** What is served and cannot be read by every SDK, with the flag or segment that has it. */
export async function unreadableValues(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; doc: Document }>`
    select name, doc from published where until_revision is null and kind in ('flag', 'segment')
      and doc::text ~ '"(DATE_|NUM_|flexibleRollout)'`.execute(db)
  return rows.flatMap(({ name, doc: { constraints = [], strategies = [] } }) =>
    [
      ...[...constraints, ...strategies.flatMap((rule) => rule.constraints)].flatMap(unreadableIn),
      ...strategies.flatMap((rule) =>
        rule.name === 'flexibleRollout' && !rule.parameters.stickiness ? ['no stickiness'] : [],
      ),
    ].map((text) => `${name}: ${text}`),
  )
}

function unreadableIn({ operator, value = '' }: Constraint): string[] {
  const form = operator.startsWith('DATE_') ? DATE : operator.startsWith('NUM_') ? NUMBER : /^/
  return form.test(value) ? [] : [`${operator} ${value}`]
}
