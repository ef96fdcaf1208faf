import { type ErrorCode, type ErrorName, errorStatus, errors } from '@flagstaff/contract/errors'

export type Detail = { message: string; path?: string; validationErrors?: string[] }
type Parameters = Record<string, string | number>

/** The only error type whose message is sent to callers: an error code of the contract and its parameters. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly parameters: Parameters
  readonly details: Detail[]
  /** Extra fields of the error body, such as the current state of an object that was changed. */
  readonly extra: Record<string, unknown>

  constructor(
    code: ErrorCode,
    parameters: Parameters = {},
    more: { details?: Detail[]; extra?: object; cause?: unknown } = {},
  ) {
    const [name, text] = errors[code]
    super(
      text
        .replace(/\{(\w+)\}/g, (_, key: string) => String(parameters[key] ?? ''))

        .trim(),
      more.cause === undefined ? {} : { cause: more.cause },
    )
    this.name = name
    this.code = code
    this.parameters = parameters
    this.details = more.details ?? [{ message: this.message }]
    this.extra = { ...more.extra }
  }

  get status(): number {
    return errorStatus[this.name as ErrorName]
  }
}

export const notFound = (what: string, name: string | number) => new AppError('notFound', { what, name })
export const nameTaken = (what: string, name: string) => new AppError('nameTaken', { what, name })
export const inUse = (what: string, name: string | number, uses: string) =>
  new AppError('inUse', { what, name, uses })
export const invalid = (reason: string, path?: string) =>
  new AppError('badData', { reason }, { details: [{ message: reason, ...(path ? { path } : {}) }] })
export const notAllowed = (reason: string) => new AppError('notAllowed', { reason })
export const forbidden = (reason: string) => new AppError('forbidden', { reason })
export const limitReached = (resource: string, limit: number) =>
  new AppError('limitReached', { resource, limit })
export const noPermission = (permissions: readonly string[], where = '') =>
  new AppError('noPermission', { permissions: permissions.join(' or '), where }, { extra: { permissions } })
export const databaseAway = (cause?: unknown) => new AppError('databaseAway', {}, { cause })
