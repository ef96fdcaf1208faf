import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, type PostgresPoolClient, type RawBuilder } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import pg from 'pg'
import { databaseAway } from '../errors.ts'
import { remaining, requestBudget } from './deadline.ts'
import { unavailable } from './failures.ts'
import { Statements } from './statements.ts'
import type { Tables } from './tables.ts'

/** Read-only: has no insert, update or delete. */
export type Reader = ReadonlyKysely<Tables>
export type Db = Kysely<Tables>

/** Rows of a hand-written select, for queries that are easier to read in SQL than with the query builder. */
export const rowsOf = async <T>(db: Reader, query: RawBuilder<T>): Promise<T[]> =>
  (await query.execute(db as unknown as Db)).rows

export type DatabaseOptions = {
  url: string
  poolSize: number
  poolMin?: number
  applicationName?: string
  /** Statement timeout on the database server, so that statements we gave up on do not keep running; 0 for no limit. */
  statementMs?: number
  /** For tests: called with every statement and the connection it is sent on. */
  onStatement?: OnStatement | undefined
  onAnswer?: OnAnswer | undefined
}
export type OnStatement = (connection: object, text: string, parameters: readonly unknown[]) => void

/** Called with the duration of every statement, failed or not. */
export type OnAnswer = (text: string, ms: number) => void

export type Database = { db: Db; read: Reader; pool: pg.Pool; query: Query; close(): Promise<void> }

/** For programs with their own statements, whose rows are not parsed or timed. */
type Query = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

/** UndoRecord back from the request's time budget for the response, if no connection becomes free. */
const CONNECT_MARGIN_MS = 300

// Parse int8 as a number instead of text; our counts and ids stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * With the default of 1 s, one deadlock would use most of a request's 1.8 s. Setting it needs a privilege; without it,
 * PostgreSQL would log an error for each connection. Before version 15 only superusers have it.
 */
const shortenDeadlocks = `do $$ begin
  if current_setting('is_superuser') = 'on' then
    set deadlock_timeout = '150ms';
  elsif current_setting('server_version_num')::int >= 150000 then
    if has_parameter_privilege('deadlock_timeout', 'SET') then
      set deadlock_timeout = '150ms';
    end if;
  end if;
end $$`

export function openDatabase(options: DatabaseOptions): Database {
  const {
    url,
    poolSize,
    poolMin = 0,
    onStatement,
    onAnswer,
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
    // Pipelining: statements issued together are sent together.
    pipeline: true,
  } as pg.PoolConfig)
  // Connections break when the database goes down. The pool replaces them, and requests see their own error.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.query(shortenDeadlocks).catch(() => {})
    // Compiling a statement takes longer than most of them, and PostgreSQL does it again for each.
    client.query('set jit = off').catch(() => {})
  })
  const statements = new Statements()
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        connect: () => connect(pool, statements, { onStatement, onAnswer }),
        end: () => pool.end(),
        options: {},
      },
    }),
  })
  const query: Query = async (text, values) => {
    const client = await opening(pool)
    try {
      const result = await client.query(text, values)
      client.release()
      return result
    } catch (error) {
      // The text may have begun a transaction, which is aborted now.
      client.release(true)
      throw error
    }
  }
  return { db, read: db as unknown as Reader, pool, query, close: () => db.destroy() }
}

/**
 * A connection on which every query times out at the deadline of its request. A connection that timed out is closed,
 * never reused for the next request.
 */
async function connect(
  pool: pg.Pool,
  statements: Statements,
  { onStatement, onAnswer }: Pick<DatabaseOptions, 'onStatement' | 'onAnswer'>,
): Promise<PostgresPoolClient> {
  // With no time left, any statement would time out and cost the pool a connection.
  if (remaining() === 0) throw databaseAway()
  const pending = opening(pool)
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
    // A pipelined connection only closes after all responses have arrived, and blocks its pool slot until then.
    if (destroy) client.connection.stream.destroy()
  }
  const send = async (text: string, values: readonly unknown[]) => {
    const name = statements.nameOf(text, values)
    if (!name) return client.query(text, values as unknown[])
    const known = client.connection.parsedStatements[name] !== undefined
    // Never resend a single statement of a failed transaction: it would run outside the transaction.
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
    const began = performance.now()
    const answered = () => {
      underWay--
      onAnswer?.(text, performance.now() - began)
    }
    answer.then(answered, answered)
    // If several pending statements time out, the connection is closed only once.
    return inTime(answer, () => giveBack(true))
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    // A pending statement would delay the next request on this connection, or make it fail.
    release: () => giveBack(underWay > 0),
  } as PostgresPoolClient
}

/** Whatever fails here, such as a changed password or a database that was renamed, means that the database is away. */
const opening = (pool: pg.Pool): Promise<pg.PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw unavailable(error)
  })

type Client = pg.PoolClient & {
  connection: { stream: Socket; parsedStatements: Record<string, string | undefined> }
}

/** Corks the socket, so that statements issued in one turn of the event loop are sent in one write. */
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
