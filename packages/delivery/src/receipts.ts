import type { Receipt, ReceiptCount, Receipts } from '@flagstaff/contract/receipts'
import type { Headed } from './admission.ts'
import type { Mark } from './marks.ts'
import type { Projects, Store } from './store.ts'

/** A client, by its own headers. */
export type Identity = { app: string; instance: string; kind: Receipt['kind']; intervalMs: number }
export type PollClient = Identity & {
  environment: string
  projects: Projects
  mark: Mark
  at: number
  forgotten: boolean
}
type Scope = { environment: string; projects: Projects }

/** Streaming clients have the last message that was written to them; `unread` if it is still in the buffer. */
export type StreamClient = Scope & { identity: Identity; unread: boolean }

/** Maximum of clients listed by name per environment; the others are only counted. */
const MOST_NAMED = 2_000
const MOST_READERS = 200_000
const LEAST_PATIENCE_MS = 30_000
const MOST_PATIENCE_MS = 10 * 60_000
const USUAL_INTERVAL_MS = 15_000
const NO_INSTANCE = 'default'

/** Undefined for clients that send no identification. */
export function identityOf({ headers }: Headed): Identity | undefined {
  const app = headers['unleash-appname']
  if (typeof app !== 'string') return undefined
  const instance = headers['unleash-connection-id'] ?? headers['unleash-instanceid']
  const sdk = headers['unleash-sdk']
  const interval = Number(headers['unleash-interval'])
  return {
    app,
    instance: typeof instance === 'string' ? instance : NO_INSTANCE,
    kind: typeof sdk === 'string' && sdk.includes('edge') ? 'edge' : 'sdk',
    intervalMs: interval > 0 ? interval : USUAL_INTERVAL_MS,
  }
}

/**
 * The revision that was last delivered to each client, by its requests and its stream. Whether the SDK has applied it
 * is not known.
 */
export function createReceipts(store: Store) {
  const polling = new Map<string, PollClient>()
  let streaming: () => Iterable<StreamClient> = () => []

  const forget = (now: number) => {
    for (const [key, reader] of polling) {
      const patience = Math.min(MOST_PATIENCE_MS, Math.max(LEAST_PATIENCE_MS, 2.5 * reader.intervalMs))
      if (now - reader.at <= patience) continue
      reader.forgotten = true
      polling.delete(key)
    }
  }
  const readersOf = (environment: string, now: number): Receipt[] => {
    const found = new Map<string, Receipt>()
    for (const { app, instance, kind, mark, at, ...reader } of polling.values()) {
      if (reader.environment !== environment) continue
      const projects = toList(reader.projects)
      const { revision, hash } = mark
      found.set(`${app}\n${instance}`, { app, instance, kind, via: 'poll', projects, revision, hash, at })
    }
    for (const { identity, unread, ...reader } of streaming()) {
      if (reader.environment !== environment) continue
      const { app, instance, kind } = identity
      const head = store.head(environment, reader.projects)
      const projects = toList(reader.projects)
      found.set(`${app}\n${instance}`, {
        app,
        instance,
        kind,
        via: 'stream',
        projects,
        // A client with unread data counts as being one revision behind.
        ...(unread
          ? { revision: Math.max(0, head.revision - 1) }
          : { revision: head.revision, hash: head.hash }),
        at: now,
      })
    }
    return [...found.values()]
  }
  return {
    /** Hot path: one comparison if the caller keeps the last reader of the connection, otherwise one lookup. */
    given(request: Headed, scope: Scope, mark: Mark, last?: PollClient): PollClient | undefined {
      const { headers } = request
      const app = headers['unleash-appname']
      if (app === undefined) return undefined
      const instance = headers['unleash-connection-id'] ?? headers['unleash-instanceid'] ?? NO_INSTANCE
      if (last && isStill(last, app, instance, scope.environment)) return touch(last, scope, mark)
      const key = `${scope.environment}\n${app}\n${instance}`
      const known = polling.get(key)
      if (known) return touch(known, scope, mark)
      const identity = identityOf(request)
      if (!identity || polling.size >= MOST_READERS) return undefined
      const { environment, projects } = scope
      const reader = { ...identity, environment, projects, mark, at: Date.now(), forgotten: false }
      polling.set(key, reader)
      return reader
    },
    /** Streams are read only when receipts are requested, so that a change costs them nothing. */
    alsoFrom(source: () => Iterable<StreamClient>) {
      streaming = source
    },
    environments(): string[] {
      const names = new Set<string>()
      for (const { environment } of polling.values()) names.add(environment)
      for (const { environment } of streaming()) names.add(environment)
      return [...names]
    },
    read(environment: string, now = Date.now()): Receipts {
      forget(now)
      const all = readersOf(environment, now)
      if (all.length <= MOST_NAMED) return { named: all, counted: [] }
      // List edges and clients that lag behind first: those are looked up by name.
      const { revision: head } = store.head(environment, '*')
      const [first, rest] = split(all, ({ kind, revision }) => kind === 'edge' || revision < head)
      return { named: first.slice(0, MOST_NAMED), counted: count([...first.slice(MOST_NAMED), ...rest]) }
    },
  }
}

export type ReceiptBook = ReturnType<typeof createReceipts>

const isStill = (last: PollClient, app: unknown, instance: unknown, environment: string) =>
  !last.forgotten && last.app === app && last.instance === instance && last.environment === environment

function touch(reader: PollClient, { projects }: Scope, mark: Mark): PollClient {
  reader.mark = mark
  reader.at = Date.now()
  reader.projects = projects
  return reader
}

const toList = (projects: Projects): string[] => (projects === '*' ? ['*'] : [...projects])

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  const [first, rest]: [T[], T[]] = [[], []]
  for (const one of all) (isFirst(one) ? first : rest).push(one)
  return [first, rest]
}

function count(readers: readonly Receipt[]): ReceiptCount[] {
  const counts = new Map<string, ReceiptCount>()
  for (const { projects, revision, hash } of readers) {
    const key = `${revision} ${hash}\n${projects.join('\n')}`
    const known = counts.get(key)
    if (known) known.instances += 1
    else counts.set(key, { projects, revision, ...(hash ? { hash } : {}), instances: 1 })
  }
  return [...counts.values()]
}
