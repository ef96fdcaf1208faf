import { t } from '../messages/entry.ts'
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
  /** What was done but may not be what somebody meant, in sentences. */
  warnings: readonly string[]
}
export type CallOptions = { signal?: AbortSignal; version?: number | undefined; key?: string }

let awaitSession: (() => Promise<void>) | undefined

/** Who is asked to bring the session back when it has ended; the request is then sent once more. */
export const onSessionEnd = (wait: () => Promise<void>) => {
  awaitSession = wait
}

/** One request. Paths are below the server's base path: `/api/admin/segments`. */
export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Answer<T>> {
  let answer = await send(method, path, body, options)
  // A wrong password is answered with 401, too.
  if (answer.error?.code === 'signInFirst' && awaitSession) {
    await awaitSession()
    answer = await send(method, path, body, options)
  }
  if (answer.error) throw answer.error
  const { data, headers } = answer
  return {
    data: data as T,
    undo: headers.get('x-undo') ?? undefined,
    warnings: warningsIn(headers.get('x-warnings')),
  }
}

async function send(method: string, path: string, body: unknown, options: CallOptions) {
  const response = await request(method, path, body, options)
  const { ok, status, headers } = response
  const data = parse(await response.text())
  const seconds = Number(headers.get('retry-after'))
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined
  const error = ok ? undefined : new ApiError(status, data as Record<string, unknown>, retryAfter)
  return { data, headers, error }
}

async function request(method: string, path: string, body: unknown, options: CallOptions): Promise<Response> {
  const init: RequestInit = {
    method,
    ...(options.signal ? { signal: options.signal } : {}),
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.version === undefined ? {} : { 'if-match': `W/"${options.version}"` }),
      ...(options.key ? { 'idempotency-key': options.key } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  try {
    return await fetch(`${boot.basePath}${path}`, init)
  } catch (error) {
    if (options.signal?.aborted) throw error
    // What browsers say of it is for developers.
    throw new Error(t('api.unreachable'), { cause: error })
  }
}

export const read = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  (await call<T>('GET', path, undefined, signal ? { signal } : {})).data

function warningsIn(header: string | null): string[] {
  const list: unknown = parse(header ?? '[]')
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
}

function parse(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return { message: text }
  }
}
