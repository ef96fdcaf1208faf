import { AppError } from './errors.ts'

/** The SQLSTATE of an error that PostgreSQL answered, or the code of a broken connection; otherwise empty. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** No answer came, or the connection broke: what the statement did is not known. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'databaseAway'
  const code = codeOf(error)
  if (/^(08|57P0)/.test(code) || /^E(CONN|PIPE|TIMEDOUT|NOTFOUND|HOSTUNREACH|AI_AGAIN)/.test(code))
    return true
  return error instanceof Error && /Connection terminated|timeout exceeded|not queryable/i.test(error.message)
}

/**
 * The database answered that it cannot do this now, whoever asks: out of disk, memory or connections (53xxx), read-only
 * as a standby is (25006), an I/O error (58030), a lock or a statement that took too long (55P03, 57014).
 */
const isRefusedForNow = (error: unknown): boolean => /^(53...|25006|58030|55P03|57014)$/.test(codeOf(error))

/** What was read before the locks is not so any more. Starting over reads it anew. */
export class ChangedMeanwhile extends Error {
  readonly code = '40001'
  constructor(what: string) {
    super(`${what} was changed meanwhile`)
  }
}

/** Deadlocks and serialization failures: the same work may succeed at once. */
export const isRetryable = (error: unknown): boolean => /^(40P01|40001)$/.test(codeOf(error))

/** The database cannot serve this now; the caller should come back. */
export const isUnavailable = (error: unknown): boolean => isConnectionLost(error) || isRefusedForNow(error)
