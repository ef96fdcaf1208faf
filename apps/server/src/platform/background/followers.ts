import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Db, type Reader, rowsOf } from '../database/database.ts'
import { isUnavailable } from '../database/failures.ts'
import type { Send } from '../write/write.ts'
import { type Follower, followEvents, followRange, type RangeFollower, registerFollower } from './follower.ts'

export type FollowerState = {
  name: string
  /** How many events of the log it has not handled yet. */
  lag: number
  /** For how long the oldest of these has been waiting. */
  lagSeconds: number
  failures: number
  /** Whether its last attempt failed. */
  failing: boolean
}

type Parts = {
  db: Db
  send: Send
  logger: Logger
  followers: readonly Follower[]
  rangeFollowers?: readonly RangeFollower[]
}

/** Range followers count for charts, which can wait; so changes do not cost a statement each. */
const RANGE_EVERY_MS = 10_000

/** Runs all followers of the event log. One that fails or hangs does not keep the others from running. */
export function openFollowers({ db, send, logger, followers, rangeFollowers = [] }: Parts) {
  const all = [...followers, ...rangeFollowers]
  const states = new Map<string, FollowerState>(
    all.map(({ name }) => [name, { name, lag: 0, lagSeconds: 0, failures: 0, failing: false }]),
  )
  const attempt = async (name: string, follow: () => Promise<unknown>) => {
    const state = states.get(name)
    if (!state) return
    try {
      await follow()
      state.failing = false
    } catch (error) {
      if (isUnavailable(error)) throw error
      if (!state.failing)
        logger.error({ err: error, follower: name }, 'a follower of the event log failed and will be retried')
      state.failures += 1
      state.failing = true
    }
  }
  return {
    async start() {
      for (const { name } of all) await registerFollower(db, name)
    },
    /** One function per follower, which handles all its new events. Each is called on its own schedule. */
    runs: [
      ...followers.map((follower) => () => attempt(follower.name, () => followEvents(db, send, follower))),
      ...rangeFollowers.map(({ name, size, handle }) =>
        atMostEvery(RANGE_EVERY_MS, () => attempt(name, () => followRange(db, name, size, handle))),
      ),
    ],
    /** Reads the lags, also of a follower that is running or hangs. */
    async measure() {
      for (const { name, lag, lagSeconds } of await readLags(db as unknown as Reader)) {
        const state = states.get(name)
        if (state) Object.assign(state, { lag, lagSeconds: Number(lagSeconds ?? 0) })
      }
    },
    states: (): readonly FollowerState[] => [...states.values()],
  }
}

/** Skips calls until the time since the last one is over. */
function atMostEvery(milliseconds: number, work: () => Promise<void>) {
  let last = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - last < milliseconds) return
    last = performance.now()
    await work()
  }
}

type Lag = { name: string; lag: number; lagSeconds: number | null }

/** Without those of integrations that are turned off, which handle nothing until they are turned on again. */
export const readLags = (db: Reader): Promise<Lag[]> =>
  rowsOf(
    db,
    sql<Lag>`select f.name, c.revision - f.revision as lag,
        extract(epoch from clock_timestamp() - e.created_at)::float8 as "lagSeconds"
      from counter c cross join followers f left join events e on e.revision = f.revision + 1
      where not exists (select from integrations i where not i.enabled
        and f.name in ('integration:' || i.id, 'integration:' || i.id || ':replay'))`,
  )
