import { Kysely, PostgresDialect, type PostgresPoolClient, type RawBuilder } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import pg from 'pg'
import { remaining, requestBudget } from './deadline.ts'
import { databaseAway } from './errors.ts'
import type { Tables } from './tables.ts'

/** For reading only: has no insert, update or delete. */
export type Reader = ReadonlyKysely<Tables>
export type Db = Kysely<Tables>

/** Rows of a hand-written select, for reads that the query builder would make harder to follow. */
export const rowsOf = async <T>(db: Reader, query: RawBuilder<T>): Promise<T[]> =>
  (await query.execute(db as unknown as Db)).rows

export type DatabaseOptions = {
  url: string
  poolSize: number
  poolMin?: number
  applicationName?: string
  /** What one statement may take on the server, so that nothing given up here goes on there; 0 for no limit. */
  statementMs?: number
  /** For tests: sees every statement, with the connection it is sent on. */
  onStatement?: OnStatement | undefined
}
export type OnStatement = (connection: object, text: string, parameters: readonly unknown[]) => void

export type Database = { db: Db; read: Reader; pool: pg.Pool; close(): Promise<void> }

/** What is left of a request's budget once no connection could be had. */
const CONNECT_MARGIN_MS = 300

// Counts and ids come as text otherwise; none of ours passes 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export function openDatabase(options: DatabaseOptions): Database {
  const {
    url,
    poolSize,
    poolMin = 0,
    onStatement,
    applicationName = 'flagstaff',
    statementMs = Math.max(5_000, requestBudget()),
  } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    min: poolMin,
    application_name: applicationName,
    connectionTimeoutMillis: requestBudget() - CONNECT_MARGIN_MS,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    // Statements that are called together are sent together.
    pipeline: true,
  } as pg.PoolConfig)
  // Connections die with the server, idle or in use: the pool replaces them, and requests find out for themselves.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // A request has 1.8 s; with the usual second, one deadlock would use up most of it. Needs a right that not every
    // role has, and goes without it.
    client.query(`set deadlock_timeout = '150ms'`).catch(() => {})
  })
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect: () => connect(pool, onStatement), end: () => pool.end(), options: {} },
    }),
  })
  return { db, read: db as unknown as Reader, pool, close: () => db.destroy() }
}

/**
 * A connection on which every query ends by the deadline of the request it serves. A connection that did not
 * answer in time is closed, never handed to the next request.
 */
async function connect(pool: pg.Pool, onStatement?: OnStatement): Promise<PostgresPoolClient> {
  const pending = pool.connect()
  const client = await inTime(pending, () => {
    pending.then(
      (late) => late.release(),
      () => {},
    )
  })
  let broken = false
  const query = (...args: unknown[]) => {
    onStatement?.(client, String(args[0]), (args[1] ?? []) as unknown[])
    const answer = (client.query as (...args: unknown[]) => unknown)(...args)
    if (!(answer instanceof Promise)) return answer
    return inTime(answer, () => {
      // Of several statements under way, each is late; the connection ends once.
      if (broken) return
      broken = true
      client.release(true)
    })
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: () => {
      if (!broken) client.release()
    },
  } as PostgresPoolClient
}

async function inTime<T>(promise: Promise<T>, onLate: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onLate()
      reject(databaseAway())
    }, remaining())
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
    promise.catch(() => {})
  }
}
