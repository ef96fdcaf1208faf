import type { ChangeRequest } from '@flagstaff/contract/requests'
import { AnswerTooLarge, ApiError, NoAnswer } from './errors.ts'
import { type Input, type OperationKey, type Request, type ResultOf, requestOf } from './index.ts'

export { AnswerTooLarge, ApiError, NoAnswer } from './errors.ts'

/** A server and how to identify to it. */
export type Server = {
  url: string
  token?: string | undefined
  /** Names the program in the server's logs. */
  userAgent?: string
  /** What the program is used through, for the event log; see `X-Flagstaff-Via`. */
  via?: string | undefined
  /** How requests are sent; `fetch` by default. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** How long to wait before a request is repeated, in milliseconds. */
  wait?: (ms: number) => Promise<void>
  /** The largest answer that is read, in bytes; 128 MiB by default. Streams have no limit. */
  maxBytes?: number
}

export type CallOptions = {
  /** Adds the change to a change request instead of making it. */
  propose?: boolean | undefined
  /** Why a review or a freeze is skipped. */
  reason?: string | undefined
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
}

export type Answer<T> = {
  data: T
  /** The change request, if the change was added to it instead of being made. There is no `data` then. */
  proposed: ChangeRequest | undefined
  /** Token to undo the change, for a limited time. */
  undo: string | undefined
}

export type Client = {
  url: string
  /** Sends a request of the contract. Throws an `ApiError`, or `NoAnswer` if the outcome is not known. */
  call<Key extends OperationKey>(
    key: Key,
    input: InputFor<Key>,
    options?: CallOptions,
  ): Promise<Answer<ResultOf<Key>>>
  /** The body of the response. */
  get<Key extends OperationKey>(key: Key, input: InputFor<Key>, options?: CallOptions): Promise<ResultOf<Key>>
  /** Opens a stream, once and without a repeat. */
  open<Key extends OperationKey>(key: Key, input: InputFor<Key>, options?: CallOptions): Promise<Response>
}
type InputFor<Key extends OperationKey> = NonNullable<Input<Key>[0]>

const MOST_REPEATS = 4
const FIRST_WAIT_MS = 200
const MOST_BYTES = 128 * 1024 * 1024

/** A client of the admin API. Changes carry an Idempotency-Key, so repeating them is safe. */
export function connect(server: Server): Client {
  const url = server.url.replace(/\/+$/, '')
  const request = <Key extends OperationKey>(key: Key, input: InputFor<Key>) =>
    requestOf(key, ...([input] as unknown as Input<Key>))
  const call: Client['call'] = async (key, input, options = {}) => {
    const { status, headers, body } = await repeatedly({ ...server, url }, request(key, input), options)
    const isProposal = status === 202 && headers.get('preference-applied') === 'propose'
    return {
      data: (isProposal ? undefined : body) as ResultOf<typeof key>,
      proposed: isProposal ? (body as ChangeRequest) : undefined,
      undo: headers.get('x-undo') ?? undefined,
    }
  }
  return {
    url,
    call,
    get: async (key, input, options) => (await call(key, input, options)).data,
    open: async (key, input, options = {}) => {
      const { method, path } = request(key, input)
      const response = await (server.fetch ?? fetch)(url + path, {
        method,
        headers: headersOf(server, options),
        ...signalOf(options),
      })
      if (!response.ok) throw errorOf(response.status, response.headers, await bodyOf(response, server))
      return response
    },
  }
}

type Received = { status: number; headers: Headers; body: unknown }

async function repeatedly(server: Server, request: Request, options: CallOptions): Promise<Received> {
  const { wait = (ms) => new Promise<void>((done) => setTimeout(done, ms)) } = server
  const key = request.method === 'GET' ? undefined : crypto.randomUUID()
  for (let repeats = 0; ; repeats++) {
    const failure = await attempt(server, request, options, key)
    if (!(failure instanceof Error)) return failure
    if (repeats >= MOST_REPEATS || !isPassing(failure) || options.signal?.aborted) throw failure
    const asked = failure instanceof ApiError ? (failure.retryAfter ?? 0) * 1000 : 0
    await wait(Math.max(asked, FIRST_WAIT_MS * 2 ** repeats))
  }
}

async function attempt(
  server: Server,
  { method, path, body }: Request,
  options: CallOptions,
  key: string | undefined,
): Promise<Received | Error> {
  try {
    const response = await (server.fetch ?? fetch)(server.url + path, {
      method,
      ...signalOf(options),
      headers: {
        ...headersOf(server, options),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const received = {
      status: response.status,
      headers: response.headers,
      body: await bodyOf(response, server),
    }
    return response.ok ? received : errorOf(received.status, received.headers, received.body)
  } catch (error) {
    if (error instanceof AnswerTooLarge) return error
    return new NoAnswer(`There was no answer from ${server.url}.`, { cause: error })
  }
}

/** Whether a repeat can help. Maintenance mode is a 503 too, but lasts. */
const isPassing = (failure: Error): boolean =>
  failure instanceof NoAnswer ||
  (failure instanceof ApiError && failure.status === 503 && failure.code !== 'maintenance')

const signalOf = ({ signal }: CallOptions) => (signal ? { signal } : {})

const headersOf = (
  { token, userAgent, via }: Server,
  { propose, reason, headers }: CallOptions,
): Record<string, string> => ({
  accept: 'application/json',
  ...(token ? { authorization: token } : {}),
  ...(userAgent ? { 'user-agent': userAgent } : {}),
  ...(via ? { 'x-flagstaff-via': via } : {}),
  ...(propose ? { prefer: 'propose' } : {}),
  ...(reason ? { 'x-change-reason': encodeURIComponent(reason) } : {}),
  ...headers,
})

function errorOf(status: number, headers: Headers, body: unknown): Error {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const error = new ApiError(status, body, Number.isFinite(seconds) ? seconds : undefined)
  return status === 504 ? new NoAnswer(error.message, { cause: error }) : error
}

async function bodyOf(response: Response, { url, maxBytes = MOST_BYTES }: Server): Promise<unknown> {
  const text = await readText(response, maxBytes)
  if (text === undefined) throw new AnswerTooLarge(`The answer from ${url} is larger than ${maxBytes} bytes.`)
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

/** The text of a response; undefined if it has more bytes. Compressed answers count with their full size. */
async function readText({ body }: Response, maxBytes: number): Promise<string | undefined> {
  if (!body) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}
