import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Db, type Reader, rowsOf } from '../database/database.ts'
import { isUnavailable } from '../database/failures.ts'
import type { Send } from '../write/write.ts'
import { type Follower, followEvents, registerFollower } from './follower.ts'

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

type Parts = { db: Db; send: Send; logger: Logger; followers: readonly Follower[] }

/** Runs all followers of the event log. One that fails or hangs does not keep the others from running. */
export function openFollowers({ db, send, logger, followers }: Parts) {
  const states = new Map<string, FollowerState>(
    followers.map(({ name }) => [name, { name, lag: 0, lagSeconds: 0, failures: 0, failing: false }]),
  )
  const attempt = async (follower: Follower, state: FollowerState) => {
    try {
      await followEvents(db, send, follower)
      state.failing = false
    } catch (error) {
      if (isUnavailable(error)) throw error
      if (!state.failing)
        logger.error(
          { err: error, follower: follower.name },
          'a follower of the event log failed and will be retried',
        )
      state.failures += 1
      state.failing = true
    }
  }
  return {
    async start() {
      for (const { name } of followers) await registerFollower(db, name)
    },
    /** One function per follower, which handles all its new events. Each is called on its own schedule. */
    runs: followers.map((follower) => async () => {
      const state = states.get(follower.name)
      if (state) await attempt(follower, state)
    }),
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

type Lag = { name: string; lag: number; lagSeconds: number | null }

export const readLags = (db: Reader): Promise<Lag[]> =>
  rowsOf(
    db,
    sql<Lag>`select f.name, c.revision - f.revision as lag,
        extract(epoch from clock_timestamp() - e.created_at)::float8 as "lagSeconds"
      from counter c cross join followers f left join events e on e.revision = f.revision + 1`,
  )
