import type { Logger } from 'pino'
import type { Follower, RangeFollower } from './background/follower.ts'
import type { Job } from './background/jobs.ts'
import type { Db } from './database/database.ts'
import type { Handles } from './http/dispatch.ts'
import type { Proposals } from './http/proposals.ts'
import type { App } from './http/server.ts'

/** What background work gets: the handles of a request, and the database. */
export type WorkHandles = Handles & { db: Db }

export type Outside = {
  /** Called when there may be new events, and every second. */
  onNews(): Promise<void>
  stop(): Promise<void>
}

/** Called for each delivery to another system; the lag is that of its newest event. */
export type ObserveDelivery = (delivery: { provider: string; result: string; lagSeconds: number }) => void

type Routes = (app: App) => Promise<void>

/** What a slice adds to the server. `slices.ts` lists all slices in order, and `app.ts` starts what they export. */
export type Slice = {
  routes?: {
    /** Below `/api/admin`, where the caller is identified. */
    admin?: readonly Routes[]
    root?: readonly Routes[]
  }
  /** One slice takes changes that are proposed instead of made. */
  proposals?: Proposals
  jobs?: (handles: WorkHandles) => readonly Job[]
  followers?: readonly Follower[]
  rangeFollowers?: readonly RangeFollower[]
  /** Tells other systems of events. Unlike a follower it also works outside of the database. */
  outside?: (handles: WorkHandles, logger: Logger, observe: ObserveDelivery) => Outside
  /** Deletes expired rows; called every five minutes, on one process. */
  expire?: (db: Db) => Promise<unknown>
  /** Called once at start, when the database is migrated. */
  start?: (handles: WorkHandles, logger: Logger) => Promise<unknown>
}
