import type { RangeFollower } from '../../platform/background/follower.ts'
import { countFlows, noteFirsts } from './flow-queries.ts'

/** Counts flows in SQL; a new follower starts at the beginning of the log, so nothing else has to fill the tables. */
export const countInsights: RangeFollower = {
  name: 'insights',
  size: 20_000,
  async handle(trx, from, to) {
    await countFlows(trx, from, to)
    await noteFirsts(trx, from, to)
  },
}
