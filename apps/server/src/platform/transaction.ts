import { CompiledQuery, type DatabaseConnection, Transaction } from 'kysely'
import type { Db, Reader } from './database.ts'
import { AppError, databaseAway } from './errors.ts'
import { isConnectionLost, isUnavailable } from './failures.ts'
import type { Tables } from './tables.ts'

export type Trx = Transaction<Tables>

/** What `work` gives, and what it wants to send in one round trip with COMMIT. */
export type Finish<T> = { result: T; last?: () => Promise<unknown> }

/**
 * Runs `work` in a READ COMMITTED transaction. Statements are sent in the order in which they are called, without
 * waiting for the answers of those before: BEGIN travels with the first statement, `last` with COMMIT, and whatever is
 * called together is one round trip. The connection goes back to the pool however it ends.
 *
 * Kysely's own transaction would wait for each statement, and keep its connection when COMMIT is refused.
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
      throw isUnavailable(error) ? databaseAway() : error
    }
    state.ended = true
    await commit(connection, last)
    return finished.result
  })

type State = { begun?: Promise<unknown>; ended: boolean }

/** Several reads on one connection: those that are called together are one round trip. */
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
      // Of work that was begun together, one part may go on after another has failed.
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

/** The parts of a Kysely instance that its queries do not use. */
const nothingElse = { config: {} as never, driver: {} as never, dialect: {} as never }

async function commit(connection: DatabaseConnection, last: Promise<unknown> | undefined) {
  const committed = connection.executeQuery<{ command: string }>(CompiledQuery.raw('commit'))
  committed.catch(() => {})
  try {
    // PostgreSQL answers COMMIT with ROLLBACK when the statement before it failed; that one says why.
    await last
    const { rows } = await committed
    if (rows[0]?.command === 'ROLLBACK') throw new Error('the transaction was rolled back')
  } catch (error) {
    await committed.catch(() => {})
    if (isConnectionLost(error)) throw new AppError('outcomeUnknown')
    throw isUnavailable(error) ? databaseAway() : error
  }
}
