import { compareAnswers, type Difference } from './compare.ts'
import { type Operation, operation, ownOperation } from './operations.ts'
import { forSide, Pair, type Side, Twins } from './pairs.ts'

export type Servers = Record<Side, string>
/** The caller: one of the users below, nobody, or the holder of a token. */
type Person = 'admin' | 'editor' | 'viewer' | 'nobody'
type Values = Record<string, unknown>

export type Request = {
  /** Path parameters; `projectId` and `environment` have defaults. */
  path?: Values
  query?: Values
  body?: unknown
  as?: Person | Pair
  headers?: Record<string, unknown>
  /** Retries, separately for each side, until the response meets the condition; some data is written asynchronously. */
  until?: (body: Body, status: number) => boolean
  /** The part of the response to compare, if the rest must differ. */
  look?: (body: Body) => unknown
}

// biome-ignore lint/suspicious/noExplicitAny: scenarios read bodies of any shape
export type Body = any
type Answer = { status: number; headers: Headers; body: Body }
export type Reply = Record<Side, Answer> & {
  /** A value from both responses, for later requests. */
  pick(take: (body: Body, answer: Answer) => unknown): Pair
}

export type Exchange = {
  scenario: string
  operation: Operation
  request: string
  statuses: Record<Side, number>
  /** Our server does not have the route yet, or the scenario depends on one that is missing. */
  outcome: 'compared' | 'not built' | 'waiting'
  differences: Difference[]
}

/** The number of errors. It must be zero on our side; theirs is for comparison. */
export type Count = { name: string; of: number; ours: number; theirs?: number }

export type Scenario = { name: string; play: (player: Player) => Promise<void>; keepsFlags?: boolean }
export const scenario = (
  name: string,
  play: Scenario['play'],
  more: { keepsFlags?: boolean } = {},
): Scenario => ({
  name,
  play,
  ...more,
})

const makesFlags = new Set(['createFeature', 'cloneFeature'])
const movesStages =
  /^(createFeature|cloneFeature|archiveFeatures?|reviveFeatures?|complete|uncomplete|importToggles)$/
const usual: Values = { projectId: 'default', environment: 'development' }

/** Sends every request to both servers and compares the responses. */
export class Player {
  readonly exchanges: Exchange[] = []
  readonly counts: Count[] = []
  readonly people = new Map<Person, Pair>()
  readonly #twins = new Twins()
  readonly #servers: Servers
  readonly #built: (operation: Operation) => boolean
  readonly #flags = new Set<string>()
  #scenario = ''
  #moved = 0
  #addresses = 0
  #waiting = false

  constructor(servers: Servers, built: (operation: Operation) => boolean) {
    this.#servers = servers
    this.#built = built
  }

  /** Deletes the flags of a scenario, so that lists in later ones are equal. */
  async tidy() {
    for (const featureName of this.#flags)
      for (const side of ['ours', 'theirs'] as const)
        await this.#send(side, operation('archiveFeature'), { path: { featureName } })
    this.#flags.clear()
  }

  /**
   * The reference writes lifecycle stages about a second late, and crashes if the flag was deleted in the meantime. So
   * wait before deleting a flag.
   */
  async #letStagesSettle(id: string) {
    if (/^deleteFeatures?$/.test(id))
      await new Promise((done) => setTimeout(done, Math.max(0, this.#moved + 3_000 - Date.now())))
    if (movesStages.test(id)) this.#moved = Date.now()
  }

  begin(name: string) {
    this.#scenario = name
    this.#waiting = false
  }

  twins(pair: Pair): Pair {
    this.#twins.add(pair)
    return pair
  }

  readonly call = async (id: string, request: Request = {}): Promise<Reply> => {
    const asked = operation(id)
    await this.#letStagesSettle(id)
    const { name } = (request.body ?? {}) as { name?: unknown }
    if (makesFlags.has(id) && typeof name === 'string') this.#flags.add(name)
    const [ours, theirs] = await Promise.all([
      this.#ask('ours', asked, request),
      this.#ask('theirs', asked, request),
    ])
    this.#judge(asked, request, { ours, theirs })
    const pick = (take: (body: Body, answer: Answer) => unknown) =>
      this.twins(
        new Pair(
          attempt(() => take(ours.body, ours)),
          attempt(() => take(theirs.body, theirs)),
        ),
      )
    return { ours, theirs, pick }
  }

  /** Sends a request to one side only: `call` waits for the slower of both. */
  readonly ask = (side: Side, id: string, request: Request = {}): Promise<Answer> =>
    this.#ask(side, side === 'ours' ? ownOperation(id) : operation(id), request)

  #judge(asked: Operation, request: Request, { ours, theirs }: Record<Side, Answer>) {
    const missing = !this.#built(asked) && ours.status >= 400
    const outcome = missing ? 'not built' : this.#waiting ? 'waiting' : 'compared'
    if (missing && asked.method !== 'GET' && theirs.status < 400) this.#waiting = true
    this.exchanges.push({
      scenario: this.#scenario,
      operation: asked,
      request: describe(asked, request),
      statuses: { ours: ours.status, theirs: theirs.status },
      outcome,
      differences:
        outcome === 'compared'
          ? compareAnswers(looked(ours, request), looked(theirs, request), asked.path, this.#twins)
          : [],
    })
  }

  async #ask(side: Side, asked: Operation, request: Request): Promise<Answer> {
    const deadline = Date.now() + 30_000
    for (;;) {
      const answer = await this.#send(side, asked, request)
      // The reference rate-limits some reads by IP address, and trusts the forwarded address: use a new one.
      if (answer.status === 429) {
        this.#addresses++
        continue
      }
      if (!request.until || Date.now() > deadline || (side === 'ours' && !this.#built(asked))) return answer
      if (attempt(() => request.until?.(answer.body, answer.status))) return answer
      await new Promise((done) => setTimeout(done, 250))
    }
  }

  async #send(side: Side, asked: Operation, request: Request): Promise<Answer> {
    const body = forSide(request.body, side)
    const who = request.as instanceof Pair ? request.as : this.people.get(request.as ?? 'admin')
    const token = who?.[side]
    const headers = {
      ...(token === undefined ? {} : { authorization: String(token) }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      'x-forwarded-for': `10.0.${this.#addresses >> 8}.${this.#addresses & 255}`,
      ...(forSide(request.headers ?? {}, side) as Record<string, string>),
    }
    const ask = () =>
      fetch(this.#servers[side] + address(asked, request, side), {
        method: asked.method,
        headers,
        redirect: 'manual',
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      })
    // Retry once: a keep-alive connection may be closed at the moment it is reused.
    const response = await ask()
      .catch(ask)
      .catch((error: unknown) => {
        throw new Error(`${side} did not answer ${describe(asked, request)}`, { cause: error })
      })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: attempt(() => JSON.parse(text)) ?? text,
    }
  }
}

function looked(answer: Answer, { look }: Request): Answer {
  return look && answer.status < 400 ? { ...answer, body: attempt(() => look(answer.body)) } : answer
}

function address(asked: Operation, request: Request, side?: Side): string {
  const values = { ...usual, ...request.path }
  const of = (value: unknown) =>
    value instanceof Pair && side ? value[side] : value instanceof Pair ? ':x' : value
  const path = asked.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(of(values[name]))),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query ?? {}))
    for (const one of [value].flat()) query.append(name, String(of(one)))
  return query.size > 0 ? `${path}?${query}` : path
}

function describe(asked: Operation, request: Request): string {
  const body = request.body === undefined ? '' : ` ${JSON.stringify(forSide(request.body, 'ours'))}`
  const as =
    request.as === undefined || request.as === 'admin'
      ? ''
      : ` as ${request.as instanceof Pair ? 'a token' : request.as}`
  return `${asked.method} ${address(asked, request)}${as}${body}`
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
