import type { Database } from '../../server/src/platform/database/database.ts'
import { BACKEND_TOKEN } from '../../server/test/cluster/server.ts'
import type { EdgeProcess } from './process.ts'

/** How often an application evaluated the flag to on, according to the server. */
export async function countedYes({ db }: Database, app: string, flag = 'checkout'): Promise<number> {
  const { yes } = await db
    .selectFrom('usage_counts')
    .select((eb) => eb.fn.sum<number>('yes').as('yes'))
    .where('app', '=', app)
    .where('flag', '=', flag)
    .where('variant', '=', '')
    .executeTakeFirstOrThrow()
  return Number(yes)
}

export function report(edge: EdgeProcess, appName: string, yes: number): Promise<Response> {
  const moment = new Date().toISOString()
  const bucket = { start: moment, stop: moment, toggles: { checkout: { yes, no: 0, variants: {} } } }
  return edge.post('/api/client/metrics', BACKEND_TOKEN, { appName, instanceId: '1', bucket })
}
