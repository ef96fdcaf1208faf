import { boot } from './boot.ts'

/** An answer that says no, with everything the server said about why. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** What the code is about: the name that was not found, the project it is in. */
  readonly parameters: Readonly<Record<string, string | undefined>>
  readonly details: { message: string; path?: string; validationErrors?: string[] }[]
  readonly permissions: string[]
  readonly id: string
  /** The present state of an object that changed underneath. */
  readonly current: unknown
  readonly retryAfter: number | undefined

  constructor(status: number, body: Record<string, unknown>, retryAfter?: number) {
    super(typeof body.message === 'string' ? body.message : `HTTP ${status}`)
    this.name = typeof body.name === 'string' ? body.name : 'ApiError'
    this.status = status
    this.code = String(body.code ?? '')
    this.parameters = (body.parameters as ApiError['parameters']) ?? {}
    this.details = (body.details as ApiError['details']) ?? []
    this.permissions = (body.permissions as string[]) ?? []
    this.id = String(body.id ?? '')
    this.current = body.current
    this.retryAfter = retryAfter
  }
}

export type Answer<T> = {
  data: T
  /** With this the change can be taken back for a while. */
  undo: string | undefined
}
export type CallOptions = { signal?: AbortSignal; version?: number | undefined; key?: string }

/** One request. Paths are below the server's base path: `/api/admin/segments`. */
export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Answer<T>> {
  const response = await fetch(`${boot.basePath}${path}`, {
    method,
    ...(options.signal ? { signal: options.signal } : {}),
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.version === undefined ? {} : { 'if-match': `W/"${options.version}"` }),
      ...(options.key ? { 'idempotency-key': options.key } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const data = parse(text)
  if (!response.ok) {
    const seconds = Number(response.headers.get('retry-after'))
    throw new ApiError(
      response.status,
      data as Record<string, unknown>,
      Number.isFinite(seconds) ? seconds : undefined,
    )
  }
  return { data: data as T, undo: response.headers.get('x-undo') ?? undefined }
}

export const read = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  (await call<T>('GET', path, undefined, signal ? { signal } : {})).data

function parse(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return { message: text }
  }
}
