import { AppError, databaseAway } from '../errors.ts'

/** The SQLSTATE of a PostgreSQL error, or the code of a connection error, also if it is the cause; otherwise empty. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if (error instanceof AppError) return codeOf(error.cause)
  return 'code' in error ? String(error.code) : ''
}

/**
 * The connection broke or timed out, so it is unknown whether the statement took effect. Whatever fails while a
 * connection is opened is `databaseAway` already: see `unavailable`.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'databaseAway'
  const code = codeOf(error)
  if (/^(08|57P0)/.test(code) || /^E(CONN|PIPE|TIMEDOUT|HOST|NET)/.test(code)) return true
  return error instanceof Error && /Connection terminated|timeout exceeded|not queryable/i.test(error.message)
}

/** Why the database refuses to work, by SQLSTATE. */
const reasons: Record<string, string> = {
  '25006': 'it is read-only, like a standby',
  '53100': 'its disk is full',
  '53200': 'it is out of memory',
  '53300': 'it has no free connection',
}

/** The reason of a database that answers, but refuses every change for now; otherwise undefined. */
export const refusalOf = (error: unknown): string | undefined => reasons[codeOf(error)]

/** The error that callers get for one of the database, which becomes its cause. */
export function unavailable(error: unknown): AppError {
  if (error instanceof AppError) return error
  const reason = refusalOf(error)
  return reason === undefined
    ? databaseAway(error)
    : new AppError('databaseRefuses', { reason }, { cause: error })
}

/**
 * The database cannot do this now, independently of the request: out of disk, memory or connections (53xxx), read-only
 * like a standby (25006), an I/O error (58030), a lock or statement timeout (55P03, 57014).
 */
const isRefusedForNow = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'databaseRefuses') ||
  (!(error instanceof AppError) && /^(53...|25006|58030|55P03|57014)$/.test(codeOf(error)))

/** Data read before the locks were taken has changed. A retry of the whole change reads it again. */
export class ChangedMeanwhile extends Error {
  readonly code = '40001'
  constructor(what: string) {
    super(`${what} was changed in the meantime`)
  }
}

/** Deadlocks and serialization failures: an immediate retry can succeed. */
export const isRetryable = (error: unknown): boolean => /^(40P01|40001)$/.test(codeOf(error))

/** The error of the database or of its driver, without ours around it. */
export const rootOf = (error: unknown): unknown =>
  error instanceof AppError ? (error.cause ?? error) : error

/** The connection is refused until someone corrects a setting: authentication, or the name of the database. */
export const isMisconfigured = (error: unknown): boolean => /^(28...|3D000)$/.test(codeOf(error))

/** The database is temporarily unavailable; the caller should retry later. */
export const isUnavailable = (error: unknown): boolean => isConnectionLost(error) || isRefusedForNow(error)
