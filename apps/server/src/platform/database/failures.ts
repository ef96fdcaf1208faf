import { AppError } from '../errors.ts'

/** The SQLSTATE of a PostgreSQL error, or the code of a connection error; otherwise empty. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** The connection broke or timed out, so it is unknown whether the statement took effect. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'databaseAway'
  const code = codeOf(error)
  if (/^(08|57P0)/.test(code) || /^E(CONN|PIPE|TIMEDOUT|NOTFOUND|HOSTUNREACH|AI_AGAIN)/.test(code))
    return true
  return error instanceof Error && /Connection terminated|timeout exceeded|not queryable/i.test(error.message)
}

/**
 * The database cannot do this now, independently of the request: out of disk, memory or connections (53xxx), read-only
 * like a standby (25006), an I/O error (58030), a lock or statement timeout (55P03, 57014).
 */
const isRefusedForNow = (error: unknown): boolean => /^(53...|25006|58030|55P03|57014)$/.test(codeOf(error))

/** Data read before the locks were taken has changed. A retry of the whole change reads it again. */
export class ChangedMeanwhile extends Error {
  readonly code = '40001'
  constructor(what: string) {
    super(`${what} was changed in the meantime`)
  }
}

/** Deadlocks and serialization failures: an immediate retry can succeed. */
export const isRetryable = (error: unknown): boolean => /^(40P01|40001)$/.test(codeOf(error))

/** The database is temporarily unavailable; the caller should retry later. */
export const isUnavailable = (error: unknown): boolean => isConnectionLost(error) || isRefusedForNow(error)
