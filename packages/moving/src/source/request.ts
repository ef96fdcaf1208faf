import { isTooDeep } from '@flagstaff/contract/nesting'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { SourceError } from './errors.ts'

export type Fetch = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    body?: string
    signal: AbortSignal
    redirect: 'manual'
  },
) => Promise<Response>

export type SourceSettings = {
  url: string
  /** A token with admin rights. */
  token: string
  /** Defaults to the global `fetch`; a server passes one that refuses private addresses. */
  fetch?: Fetch
  timeoutMs?: number
  wait?: (ms: number) => Promise<void>
}

export type Ask<T extends TSchema> = {
  path: string
  schema: T
  /** A POST with this body instead of a GET. */
  body?: unknown
  /** Another token than the admin token. */
  token?: string
  headers?: Record<string, string>
}

export type Reply<T> = { status: number; etag: string | undefined; data: T }

/** Requests to the source server. It is only read: the POST requests there export and evaluate. */
export type Source = {
  url: string
  ask<T extends TSchema>(ask: Ask<T>): Promise<Static<T>>
  /** Undefined if the document still has this ETag. */
  askNewer<T extends TSchema>(ask: Ask<T>, etag: string | undefined): Promise<Reply<Static<T>> | undefined>
}

const TIMEOUT_MS = 30_000
const MOST_BYTES = 64 * 1024 * 1024
const REPEATS = 3
const FIRST_WAIT_MS = 300

export function openSource(settings: SourceSettings): Source {
  const url = settings.url.replace(/\/+$/, '')
  const send = (ask: Ask<TSchema>) => repeatedly({ ...settings, url }, ask)
  return {
    url,
    async ask(ask) {
      const { text } = await send(ask)
      return read(url, ask, text)
    },
    async askNewer(ask, etag) {
      const headers = { ...ask.headers, ...(etag ? { 'if-none-match': etag } : {}) }
      const reply = await send({ ...ask, headers })
      if (reply.status === 304) return undefined
      return { status: reply.status, etag: reply.etag, data: read(url, ask, reply.text) }
    },
  }
}

type Received = { status: number; etag: string | undefined; text: string }

async function repeatedly(settings: SourceSettings, ask: Ask<TSchema>): Promise<Received> {
  const { wait = (ms) => new Promise<void>((done) => setTimeout(done, ms)) } = settings
  for (let repeats = 0; ; repeats++) {
    try {
      return await once(settings, ask)
    } catch (error) {
      if (!(error instanceof SourceError) || repeats >= REPEATS || !isPassing(error)) throw error
      await wait(FIRST_WAIT_MS * 2 ** repeats)
    }
  }
}

const isPassing = ({ problem, status }: SourceError): boolean =>
  problem === 'timeout' || status === 429 || (status !== undefined && status >= 500)

async function once(settings: SourceSettings, ask: Ask<TSchema>): Promise<Received> {
  const { url, timeoutMs = TIMEOUT_MS } = settings
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await (settings.fetch ?? fetch)(url + ask.path, {
      method: ask.body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        authorization: ask.token ?? settings.token,
        'user-agent': 'flagstaff-moving',
        ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...ask.headers,
      },
      ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
      signal,
      redirect: 'manual',
    })
    const text = await limited(url, response)
    if (response.status !== 304 && !response.ok) throw refusal(url, ask.path, response)
    return { status: response.status, etag: response.headers.get('etag') ?? undefined, text }
  } catch (error) {
    if (error instanceof SourceError) throw error
    if (signal.aborted)
      throw new SourceError('timeout', `${url} did not answer within ${timeoutMs / 1_000} seconds.`)
    throw new SourceError('unreachable', `${url} cannot be reached${causeOf(error)}.`)
  }
}

/** `fetch` says in the cause what happened. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { cause } = error
  if (!(cause instanceof Error)) return ` (${error.message})`
  return ` (${'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message})`
}

async function limited(url: string, response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MOST_BYTES)
      throw new SourceError('tooLarge', `An answer from ${url} is larger than ${MOST_BYTES / 1_048_576} MB.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function refusal(url: string, path: string, { status, headers }: Response): SourceError {
  if (status >= 300 && status < 400) {
    const to = headers.get('location') ?? 'another address'
    return new SourceError('redirect', `${url} redirects to ${to}. Use that address.`, status)
  }
  if (status === 401)
    return new SourceError(
      'badToken',
      `${url} does not accept the token. Check it, and that it has not expired.`,
      status,
    )
  if (status === 403)
    return new SourceError(
      'notAdmin',
      `The token cannot read ${path}. Use a token with admin rights.`,
      status,
    )
  if (status === 404)
    return new SourceError(
      'notUnleash',
      `${url} has no ${path}. Check that this is the address of an Unleash server.`,
      status,
    )
  return new SourceError('failed', `${url} answered ${path} with HTTP ${status}.`, status)
}

function read<T extends TSchema>(url: string, { path, schema }: Ask<T>, text: string): Static<T> {
  const value = parse(url, path, text)
  const check = compiled(schema)
  if (check.Check(value)) return value as Static<T>
  const [error] = check.Errors(value)
  throw new SourceError(
    'notUnleash',
    `${url} answered ${path} in a form that is not known${error ? ` (${error.instancePath || '/'} ${error.message})` : ''}.`,
  )
}

function parse(url: string, path: string, text: string): unknown {
  if (isTooDeep(text))
    throw new SourceError('notUnleash', `${url} answered ${path} with JSON that is nested too deeply.`)
  try {
    return JSON.parse(text)
  } catch {
    throw new SourceError(
      'notUnleash',
      `${url} answered ${path} without JSON. Check that this is the address of an Unleash server.`,
    )
  }
}

const validators = new WeakMap<TSchema, ReturnType<typeof Compile>>()
function compiled(schema: TSchema) {
  const known = validators.get(schema)
  if (known) return known
  const made = Compile(schema)
  validators.set(schema, made)
  return made
}
