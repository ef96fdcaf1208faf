import pg from 'pg'
import type { Change, Counts, Environment } from './plan.ts'
import type { Toggle } from './writer.ts'

const ON = 'feature-environment-enabled'
const OFF = 'feature-environment-disabled'
const PATIENCE_MS = 60_000

/** What the database says about the run. */
export async function openHistory(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const rows = async <Row>(text: string, ...values: unknown[]) =>
    (await client.query(text, values)).rows as Row[]
  return {
    async revision(): Promise<number> {
      const [row] = await rows<{ revision: string }>('select revision from counter')
      return Number(row?.revision)
    },
    /** The revision of each acknowledged change, and the acknowledged changes that are not there. */
    async match(toggles: readonly Toggle[], above: number) {
      const events = await rows<{ revision: string; type: string; flag: string; environment: string }>(
        `select revision, type, flag, environment from events
         where revision > $1 and type in ('${ON}', '${OFF}') order by revision`,
        above,
      )
      const byFlag = Map.groupBy(events, ({ flag, environment }) => `${environment} ${flag}`)
      const changes: Change[] = []
      const lost: Toggle[] = []
      for (const toggle of toggles) {
        const { environment, flag, isOn, at } = toggle
        const left = byFlag.get(`${environment} ${flag}`) ?? []
        const index = left.findIndex(({ type }) => type === (isOn ? ON : OFF))
        const [event] = left.splice(0, index + 1).slice(-1)
        if (index < 0 || !event) lost.push(toggle)
        else changes.push({ environment, revision: Number(event.revision), at })
      }
      return { changes: changes.sort((a, b) => a.revision - b.revision), lost }
    },
    /** Which flags are on. */
    async isOn(environment: Environment): Promise<Map<string, boolean>> {
      const found = await rows<{ flag: string; enabled: boolean }>(
        'select flag, enabled from flag_environments where environment = $1',
        environment,
      )
      return new Map(found.map(({ flag, enabled }) => [flag, enabled]))
    },
    /** What is stored of the counts of each application, once what was acknowledged is there or will not come. */
    async stored(counts: readonly Counts[]) {
      const until = performance.now() + PATIENCE_MS
      for (;;) {
        const found = await rows<{ app: string; sum: string }>(
          `select app, sum(yes + no) as sum from usage_counts where variant = '' and app like 'fleet-%' group by app`,
        )
        const sums = new Map(found.map(({ app, sum }) => [app, Number(sum)]))
        const all = counts.map((one) => ({ ...one, stored: sums.get(one.app) ?? 0 }))
        const isComplete = all.every(({ stored, acknowledged }) => stored >= acknowledged)
        if (isComplete || performance.now() > until) return all
        await new Promise((done) => setTimeout(done, 500))
      }
    },
    /** The process that all others of PostgreSQL come from. */
    async pid(): Promise<number> {
      const [row] = await rows<{ pid: number }>('select pg_backend_pid() as pid')
      return row?.pid ?? 0
    },
    close: () => client.end(),
  }
}

export type History = Awaited<ReturnType<typeof openHistory>>
export type Stored = Awaited<ReturnType<History['stored']>>[number]
