import { compareAnswers, type Difference } from './compare.ts'
import { type Operation, operation } from './operations.ts'
import { forSide, Pair, type Side, Twins } from './pairs.ts'

export type Servers = Record<Side, string>
/** Who asks: one of the people below, nobody, or the holder of a token. */
type Person = 'admin' | 'editor' | 'viewer' | 'nobody'
type Values = Record<string, unknown>

export type Request = {
  /** Values of the address; `projectId` and `environment` have the usual ones. */
  path?: Values
  query?: Values
  body?: unknown
  as?: Person | Pair
  headers?: Record<string, unknown>
  /** Asks again, each side for itself, until the answer looks settled; some things are written late. */
  until?: (body: Body, status: number) => boolean
  /** The part of the answer that is compared, where the rest cannot be alike. */
  look?: (body: Body) => unknown
}

// biome-ignore lint/suspicious/noExplicitAny: scenarios look into bodies of any shape
export type Body = any
type Answer = { status: number; headers: Headers; body: Body }
export type Reply = Record<Side, Answer> & {
  /** Something both answers hold, to be used in later requests. */
  pick(take: (body: Body, answer: Answer) => unknown): Pair
}

export type Exchange = {
  scenario: string
  operation: Operation
  request: string
  statuses: Record<Side, number>
  /** Ours has no such route yet, or the scenario rests on one. */
  outcome: 'compared' | 'not built' | 'waiting'
  differences: Difference[]
}

/** How often something went wrong. It must never go wrong on our side; theirs is for comparison. */
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

/** Sends every request to both servers and holds the answers against each other. */
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

  /** Takes the flags of a scenario away, so that lists in later ones are alike. */
  async tidy() {
    for (const featureName of this.#flags)
      for (const side of ['ours', 'theirs'] as const)
        await this.#send(side, operation('archiveFeature'), { path: { featureName } })
    this.#flags.clear()
  }

  /**
   * The reference writes the stages of a flag about a second late, and its process ends where the flag was deleted
   * meanwhile. So nothing is deleted before that has happened.
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

  /** Asks one side only: with `call`, time passes until the slower one has answered. */
  readonly ask = (side: Side, id: string, request: Request = {}): Promise<Answer> =>
    this.#ask(side, operation(id), request)

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
      // The reference limits some reads to so many a minute and address, and believes what it is told of that.
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
    // A kept connection may be closed at the very moment it is used again; a server that is gone fails twice.
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
