import { CompiledQuery, type DatabaseConnection, Transaction } from 'kysely'
import { AppError } from '../errors.ts'
import type { Db, Reader } from './database.ts'
import { isConnectionLost, isUnavailable, unavailable } from './failures.ts'
import type { Tables } from './tables.ts'

export type Trx = Transaction<Tables>

/** The result of `work`, and a last statement to send in one round trip with COMMIT. */
export type Finish<T> = { result: T; last?: () => Promise<unknown> }

/**
 * Runs `work` in a READ COMMITTED transaction with pipelining. Statements are sent in call order without waiting for
 * earlier responses: BEGIN is sent with the first statement, `last` with COMMIT, and statements issued together share
 * one round trip. The connection is always released.
 *
 * Kysely's own transaction would wait for each statement, and leak its connection when COMMIT is refused.
 */
export const inTransaction = <T>(db: Db, work: (trx: Trx) => Promise<Finish<T>>): Promise<T> =>
  db.getExecutor().provideConnection(async (connection) => {
    const begun = connection.executeQuery(CompiledQuery.raw('begin'))
    begun.catch(() => {})
    const state: State = { begun, ended: false }
    let finished: Finish<T>
    let last: Promise<unknown> | undefined
    try {
      finished = await work(transactionOn(db, connection, state))
      last = finished.last?.()
    } catch (error) {
      state.ended = true
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
      throw isUnavailable(error) ? unavailable(error) : error
    }
    state.ended = true
    await commit(connection, last)
    return finished.result
  })

/** Runs `work` behind a savepoint and always rolls it back. What is left of it cannot send statements afterwards. */
export const rolledBack = <T>(outer: Trx, work: (trx: Trx) => Promise<T>): Promise<T> =>
  outer.getExecutor().provideConnection(async (connection) => {
    const send = (text: string) => connection.executeQuery(CompiledQuery.raw(text))
    const state: State = { ended: false }
    await send('savepoint rehearsal')
    try {
      return await work(transactionOn(outer, connection, state))
    } finally {
      state.ended = true
      await send('rollback to savepoint rehearsal')
      await send('release savepoint rehearsal')
    }
  })

type State = { begun?: Promise<unknown>; ended: boolean }

/** Several reads on one connection; reads issued together share one round trip. */
export const readTogether = <T>(read: Reader, work: (read: Reader) => Promise<T>): Promise<T> => {
  const db = read as unknown as Db
  return db
    .getExecutor()
    .provideConnection((connection) =>
      work(transactionOn(db, connection, { ended: false }) as unknown as Reader),
    )
}

function transactionOn(db: Db, connection: DatabaseConnection, state: State): Trx {
  const pipelined: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery) {
      // Of work that was started together, one part can continue after another has failed.
      if (state.ended) throw new Error('the transaction of this statement has ended')
      const answer = connection.executeQuery<R>(query)
      answer.catch(() => {})
      await state.begun
      return answer
    },
    streamQuery: () => {
      throw new Error('not offered here')
    },
  }
  const executor = db.getExecutor().withConnectionProvider({ provideConnection: (use) => use(pipelined) })
  return new Transaction<Tables>({ ...nothingElse, executor })
}

/** Members of a Kysely instance that queries do not use. */
const nothingElse = { config: {} as never, driver: {} as never, dialect: {} as never }

async function commit(connection: DatabaseConnection, last: Promise<unknown> | undefined) {
  const committed = connection.executeQuery<{ command: string }>(CompiledQuery.raw('commit'))
  committed.catch(() => {})
  try {
    // PostgreSQL responds to COMMIT with ROLLBACK if the previous statement failed; that error has the reason.
    await last
    const { rows } = await committed
    if (rows[0]?.command === 'ROLLBACK') throw new Error('the transaction was rolled back')
  } catch (error) {
    await committed.catch(() => {})
    if (isConnectionLost(error)) throw new AppError('outcomeUnknown')
    throw isUnavailable(error) ? unavailable(error) : error
  }
}
