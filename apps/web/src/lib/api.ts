import { type Input, type InputOf, type OperationKey, type ResultOf, requestOf } from '@flagstaff/client'
import type { ChangeRequest } from '@flagstaff/contract/requests'
import { t } from '../messages/entry.ts'
import { boot } from './boot.ts'
import { cancellable } from './inFlight.ts'

/** An error response, with the details from the server. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The parameters of the message: the name that was not found, its project. */
  readonly parameters: Readonly<Record<string, string | undefined>>
  readonly details: { message: string; path?: string; validationErrors?: string[] }[]
  readonly permissions: string[]
  /** The protected or frozen environments that the change affects. */
  readonly protected: { project: string; environment: string; flags: string[] }[]
  /** The freezes that keep the change from being made. */
  readonly freezes: string[]
  /** The locked fields that keep the change from being made, and who manages them. */
  readonly managed: {
    project: string
    flag: string
    environment: string | null
    owner: string
    path: string
  }[]
  /** Whether the change can be added to a draft instead. */
  readonly proposable: boolean
  readonly id: string
  /** The current state of an object that another user has changed. */
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
    this.protected = ((body.protected ?? body.frozen) as ApiError['protected']) ?? []
    this.freezes = (body.freezes as string[]) ?? []
    this.managed = (body.managed as ApiError['managed']) ?? []
    this.proposable = body.proposable === true
    this.id = String(body.id ?? '')
    this.current = body.current
    this.retryAfter = retryAfter
  }
}

/** Thrown if the change was added to a change request instead of being made, so that nobody reads a result. */
export class Proposed extends Error {
  readonly request: ChangeRequest

  constructor(request: ChangeRequest) {
    super('the change was added to a change request')
    this.request = request
  }
}

export type Answer<T> = {
  data: T
  /** The change request, if the change was added to it instead of being made. */
  proposed?: ChangeRequest
  /** Token to undo the change, for a limited time. */
  undo: string | undefined
  /** Messages about side effects that the user may not have intended. */
  warnings: readonly string[]
}
export type CallOptions = {
  signal?: AbortSignal
  version?: number | undefined
  key?: string
  review?: Review | undefined
  /** Why the user skips a review or a freeze, or changes what a file locks. */
  reason?: string
}

/** How to change something that needs a review. Without it, the user is asked once the server refuses. */
export type Review = 'propose' | 'skip'

let awaitSession: (() => Promise<void>) | undefined

/** Sets the handler that waits for a new sign-in after the session expired; the request is then retried once. */
export const onSessionEnd = (wait: () => Promise<void>) => {
  awaitSession = wait
}

export type ReviewChoice = { review: 'propose' } | { reason: string }
type AskReview = (error: ApiError, wanted: Review | undefined) => Promise<ReviewChoice | undefined>
let askReview: AskReview | undefined

/** Sets the handler that asks how a change in a protected environment goes on. The request is then sent again. */
export const onReviewNeeded = (ask: AskReview) => {
  askReview = ask
}

const reasonCodes: readonly string[] = ['reasonNeeded', 'freezeReasonNeeded', 'managedReasonNeeded']

const needsReview = ({ code, proposable }: ApiError) =>
  reasonCodes.includes(code) || (code === 'protected' && proposable)

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Answer<T>> {
  let answer = await attempt(method, path, body, options)
  // Check the code, since a wrong password returns 401 too.
  if (answer.error?.code === 'signInFirst' && awaitSession) {
    await awaitSession()
    answer = await attempt(method, path, body, options)
  }
  if (answer.error && needsReview(answer.error) && askReview) {
    const choice = await askReview(answer.error, options.review)
    if (choice === undefined) throw new Error(t('api.cancelled'))
    answer = await attempt(method, path, body, { ...options, ...choice })
  }
  if (answer.error) throw answer.error
  if (answer.isProposal) throw new Proposed(answer.data as ChangeRequest)
  const { data, headers } = answer
  return {
    data: data as T,
    undo: headers.get('x-undo') ?? undefined,
    warnings: warningsIn(headers.get('x-warnings')),
  }
}

async function attempt(method: string, path: string, body: unknown, options: CallOptions) {
  const response = await request(method, path, body, options)
  const { ok, status, headers } = response
  const data = parse(await response.text())
  const seconds = Number(headers.get('retry-after'))
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined
  const error = ok ? undefined : new ApiError(status, data as Record<string, unknown>, retryAfter)
  const isProposal = status === 202 && headers.get('preference-applied') === 'propose'
  return { data, headers, error, isProposal }
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
      ...(options.review === 'propose' ? { prefer: 'propose' } : {}),
      ...(options.reason ? { 'x-change-reason': encodeURIComponent(options.reason) } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  try {
    return await fetch(`${boot.basePath}${path}`, init)
  } catch (error) {
    if (options.signal?.aborted) throw error
    // The browser's error message is not meant for users.
    throw new Error(t('api.unreachable'), { cause: error })
  }
}

/** Sends a request of the contract: `send('PUT /api/admin/segments/:id', { params: { id }, body })`. */
export const send = <Key extends OperationKey>(key: Key, input: InputOf<Key>, options?: CallOptions) => {
  const { method, path, body } = requestOf(key, ...([input] as Input<Key>))
  if (method === 'GET' || options?.signal) return call<ResultOf<Key>>(method, path, body, options)
  return cancellable((signal) => call<ResultOf<Key>>(method, path, body, { ...options, signal }))
}

/** Ends well if the change was proposed. There is no result then; changes whose result is used cannot be proposed. */
export const orProposed = async <T>(answer: Promise<Answer<T>>): Promise<Answer<T>> => {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof Proposed)) throw error
    return { data: undefined as T, proposed: error.request, undo: undefined, warnings: [] }
  }
}

/** The body of a response to a read. */
export const get = async <Key extends OperationKey>(key: Key, input: InputOf<Key>, signal?: AbortSignal) =>
  (await send(key, input, signal ? { signal } : {})).data

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
