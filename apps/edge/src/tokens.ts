import { hash } from 'node:crypto'
import type { DocumentRow, Store } from '@flagstaff/delivery'
import type { Logger } from 'pino'
import { CONFIRMATIONS } from './upstream/shrink-guard.ts'
import { EPOCH } from './upstream/source.ts'
import type { Upstream } from './upstream/upstream.ts'
import { listIn, sortTokens } from './upstream/wire.ts'

export type ValidToken = {
  token: string
  type: string
  projects: string[]
  environment: string
  expiresAt?: string | undefined
}

/** Tolerance for clock skew: the Date header has whole seconds, and takes time to arrive. */
const SAME_CLOCK_MS = 2_000

/** Parses a token: `project:environment.secret`, or `[]:` for several projects. */
export function readToken(token: string): { environment: string; projects: string[] } | undefined {
  const parts = /^([^:]+):([^.]+)\..+/.exec(token)
  if (!parts) return undefined
  const [, project = '', environment = ''] = parts
  return { environment, projects: project === '[]' ? [] : [project] }
}

export const digestOf = (secret: string): string => hash('sha256', secret, 'hex')

export const tokenRow = ({ token, type, environment, projects, expiresAt }: ValidToken): DocumentRow => ({
  kind: 'token',
  environment,
  name: digestOf(token),
  doc: {
    type: type === 'client' ? 'backend' : type,
    environment,
    projects,
    name: '',
    expiresAt: expiresAt ?? null,
  },
})

const GATHER_MS = 5
const MOST_AT_ONCE = 500
/** Short, since a new token may reach this edge before all servers know it. */
const REFUSED_FOR_MS = 2_000
const MOST_REFUSED = 10_000
/**
 * Refused tokens per minute from one IP address that are checked at once. After them, those of the address are checked
 * together, every few seconds: a valid token waits, but is not refused because of its neighbours.
 */
const MOST_TRIES = 60
const WAIT_MS = 2_000

export type TokenCheck = 'valid' | 'invalid' | 'unknown' | 'too many'

/**
 * Validates the tokens of requests upstream, once and in batches. Refused tokens are cached for a while, and tries are
 * rate-limited by IP address: untrusted callers must not be able to flood upstream.
 */
export function createTokenChecks(upstream: Upstream, store: Store, own: readonly string[], log: Logger) {
  /**
   * Accepted tokens, for revalidation. A backup contains digests only, so its tokens are added here when they are used.
   */
  const accepted = new Map<string, string>()
  const refused = new Map<string, number>()
  const tries = new Map<string, number>()
  let denials = 0

  /** Returns the tokens that upstream accepts, with their scopes. */
  const validate = async (secrets: string[]): Promise<ValidToken[]> => {
    const response = await upstream.post('/edge/validate', undefined, { tokens: secrets })
    if (!response.ok) throw new Error(`upstream answered ${response.status} when asked about tokens`)
    const ahead = Date.parse(response.headers.get('date') ?? '') - Date.now()
    // Parse before setting the clock: a response of an intermediary has a different clock.
    const tokens = listIn(JSON.parse(await upstream.read(response)), 'tokens')
    // Use upstream's clock for token expiry: SDKs stop for good when their token is refused.
    if (Number.isFinite(ahead)) store.setClock(Math.abs(ahead) > SAME_CLOCK_MS ? ahead : 0)
    return sortTokens<ValidToken>(tokens)
  }
  const put = (rows: DocumentRow[]) =>
    store.apply({
      revision: store.revision,
      hash: store.hash,
      epoch: store.epoch || EPOCH,
      complete: false,
      rows,
      heads: [],
    })
  const accept = (tokens: ValidToken[]) => {
    for (const { token } of tokens) accepted.set(digestOf(token), token)
    if (tokens.length > 0) put(tokens.map(tokenRow))
  }
  /** An upstream that rejects even this edge's token may have lost all tokens: require several denials. */
  const believes = (knowsUs: boolean): boolean => {
    denials = knowsUs ? 0 : denials + 1
    if (denials === 1)
      log.error('upstream no longer accepts any of the TOKENS; they stay valid until it confirms that')
    return knowsUs || denials > CONFIRMATIONS
  }
  const refuse = (digest: string) => {
    refused.delete(digest)
    refused.set(digest, Date.now() + REFUSED_FOR_MS)
    const oldest = refused.keys().next().value
    if (refused.size > MOST_REFUSED && oldest !== undefined) refused.delete(oldest)
  }
  type Asked = Map<string, ((check: TokenCheck) => void)[]>
  const flush = async (asked: Asked) => {
    const secrets = [...asked.keys()]
    for (let from = 0; from < secrets.length; from += MOST_AT_ONCE) {
      const some = secrets.slice(from, from + MOST_AT_ONCE)
      const settle = (check: (secret: string) => TokenCheck) => {
        for (const secret of some) for (const resolve of asked.get(secret) ?? []) resolve(check(secret))
      }
      try {
        const valid = await validate(some)
        accept(valid)
        const found = new Set(valid.map(({ token }) => token))
        for (const secret of some) if (!found.has(secret)) refuse(digestOf(secret))
        store.markSynced()
        settle((secret) => (found.has(secret) ? 'valid' : 'invalid'))
      } catch {
        settle(() => 'unknown')
      }
    }
  }
  /** Gathers what is asked within a time, and asks upstream once. */
  const gathering = (ms: number) => {
    let waiting: Asked = new Map()
    return {
      isFull: (secret: string) => waiting.size >= MOST_AT_ONCE && !waiting.has(secret),
      ask: (secret: string) =>
        new Promise<TokenCheck>((resolve) => {
          if (waiting.size === 0)
            setTimeout(() => {
              const asked = waiting
              waiting = new Map()
              void flush(asked)
            }, ms)
          waiting.set(secret, [...(waiting.get(secret) ?? []), resolve])
        }),
    }
  }
  const soon = gathering(GATHER_MS)
  const later = gathering(WAIT_MS)
  setInterval(() => tries.clear(), 60_000).unref()
  return {
    /** A token known from a backup was used: from now on it can be revalidated. */
    brought(digest: string, secret: string) {
      if (!accepted.has(digest)) accepted.set(digest, secret)
    },
    /** Number of accepted and refused tokens. */
    counts: () => ({ accepted: accepted.size, refused: refused.size }),
    secret: (digest: string): string | undefined => accepted.get(digest),
    check(secret: string, address: string): TokenCheck | Promise<TokenCheck> {
      if ((refused.get(digestOf(secret)) ?? 0) > Date.now()) return 'invalid'
      const tried = (tries.get(address) ?? 0) + 1
      tries.set(address, tried)
      const queue = tried > MOST_TRIES ? later : soon
      if (queue === later && later.isFull(secret)) return 'too many'
      return queue.ask(secret).then((result) => {
        // Only refused tokens count towards the limit: many valid tokens may come from one address.
        if (result === 'valid') tries.set(address, Math.max(0, (tries.get(address) ?? 0) - 1))
        return result
      })
    },
    /** Revalidates all accepted tokens; those that were revoked upstream are removed. */
    async recheck() {
      const secrets = [...accepted.values()]
      for (let from = 0; from < secrets.length; from += MOST_AT_ONCE) {
        const some = secrets.slice(from, from + MOST_AT_ONCE)
        const valid = await validate([...new Set([...own, ...some])])
        const found = new Set(valid.map(({ token }) => token))
        if (!believes(own.some((secret) => found.has(secret)))) return
        const ended = some.filter((secret) => !found.has(secret)).map(digestOf)
        for (const digest of ended) accepted.delete(digest)
        const changed = valid
          .filter(({ token }) => accepted.has(digestOf(token)))
          .map(tokenRow)
          .filter((row) => !sameToken(store, row))
        const rows = [...changed, ...ended.map(noTokenRow)]
        if (rows.length > 0) put(rows)
      }
    },
    validate,
    accept,
  }
}

export type TokenChecks = ReturnType<typeof createTokenChecks>

const noTokenRow = (digest: string): DocumentRow => ({
  kind: 'token',
  environment: '',
  name: digest,
  doc: null,
})

const sameToken = (store: Store, row: DocumentRow): boolean => {
  const known = store.tokenByDigest(row.name)
  if (!known || row.kind !== 'token' || !row.doc) return false
  const { type, environment, projects, expiresAt } = row.doc
  return (
    known.type === type &&
    known.environment === environment &&
    known.expiresAt === expiresAt &&
    JSON.stringify(known.projects) === JSON.stringify(projects)
  )
}
