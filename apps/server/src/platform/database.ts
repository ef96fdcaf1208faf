import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, type PostgresPoolClient, type RawBuilder } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import pg from 'pg'
import { remaining, requestBudget } from './deadline.ts'
import { databaseAway } from './errors.ts'
import { Statements } from './statements.ts'
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
  const statements = new Statements()
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect: () => connect(pool, statements, onStatement), end: () => pool.end(), options: {} },
    }),
  })
  return { db, read: db as unknown as Reader, pool, close: () => db.destroy() }
}

/**
 * A connection on which every query ends by the deadline of the request it serves. A connection that did not
 * answer in time is closed, never handed to the next request.
 */
async function connect(
  pool: pg.Pool,
  statements: Statements,
  onStatement?: OnStatement,
): Promise<PostgresPoolClient> {
  // Whatever it would send is late at once, and costs the pool a connection.
  if (remaining() === 0) throw databaseAway()
  const pending = pool.connect()
  const client = (await inTime(pending, () => {
    pending.then(
      (late) => late.release(),
      () => {},
    )
  })) as Client
  let givenBack = false
  let underWay = 0
  let inTransaction = false
  const giveBack = (destroy: boolean) => {
    if (givenBack) return
    givenBack = true
    client.release(destroy)
    // Pipelined connections end only once everything is answered, and until then nobody gets their place.
    if (destroy) client.connection.stream.destroy()
  }
  const send = async (text: string, values: readonly unknown[]) => {
    const name = statements.nameOf(text, values)
    if (!name) return client.query(text, values as unknown[])
    const known = client.connection.parsedStatements[name] !== undefined
    // Once a transaction has failed, only starting it over helps; the statement alone must not be sent after its end.
    const mayRepeat = !inTransaction
    try {
      return await client.query({ name, text, values: values as unknown[] })
    } catch (error) {
      if (statements.nameFailed(error, text, known) && mayRepeat)
        return client.query(text, values as unknown[])
      throw error
    }
  }
  const query = async (text: string, values: readonly unknown[] = []) => {
    if (givenBack) throw new Error('Connection terminated: it was given back to the pool')
    onStatement?.(client, text, values)
    if (/^(begin|start transaction)\b/.test(text)) inTransaction = true
    sendTogether(client)
    const answer = send(text, values)
    if (/^(commit|rollback)$/.test(text)) inTransaction = false
    underWay++
    const answered = () => {
      underWay--
    }
    answer.then(answered, answered)
    // Of several statements under way, each is late; the connection ends once.
    return inTime(answer, () => giveBack(true))
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    // A statement that is still under way would make the next request wait, or fail with it.
    release: () => giveBack(underWay > 0),
  } as PostgresPoolClient
}

type Client = pg.PoolClient & {
  connection: { stream: Socket; parsedStatements: Record<string, string | undefined> }
}

/** What is asked in one turn of the event loop leaves in one write. */
function sendTogether({ connection: { stream } }: Client) {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
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
