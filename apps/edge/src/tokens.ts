import { hash } from 'node:crypto'
import type { DocumentRow, Store } from '@flagstaff/delivery'
import type { Upstream } from './upstream/upstream.ts'

export type ValidToken = { token: string; type: string; projects: string[]; environment: string }

/** Which of these upstream accepts, and for what. */
export async function validate(upstream: Upstream, tokens: string[]): Promise<ValidToken[]> {
  const response = await upstream.post('/edge/validate', undefined, { tokens })
  if (!response.ok) throw new Error(`upstream answered ${response.status} when asked about tokens`)
  return ((await response.json()) as { tokens: ValidToken[] }).tokens
}

/** What a token's own text says: `project:environment.secret`, or `[]:` where there are several projects. */
export function readToken(token: string): { environment: string; projects: string[] } | undefined {
  const parts = /^([^:]+):([^.]+)\..+/.exec(token)
  if (!parts) return undefined
  const [, project = '', environment = ''] = parts
  return { environment, projects: project === '[]' ? [] : [project] }
}

export const digestOf = (secret: string): string => hash('sha256', secret, 'hex')

export const tokenRow = ({ token, type, environment, projects }: ValidToken): DocumentRow => ({
  kind: 'token',
  environment,
  name: digestOf(token),
  doc: { type: type === 'client' ? 'backend' : type, environment, projects, name: '', expiresAt: null },
})

const GATHER_MS = 5
const MOST_AT_ONCE = 500
/** Short, since a token may be brought here a moment before the server knows it everywhere. */
const REFUSED_FOR_MS = 2_000
const MOST_REFUSED = 10_000
/** Unknown tokens an address may try a minute. */
const MOST_TRIES = 60

export type TokenCheck = 'valid' | 'invalid' | 'unknown' | 'too many'

/**
 * Tokens that callers bring are asked about upstream once, many at a time. What was refused is remembered for a
 * while, and an address may try only so many: strangers must not be able to make us ask.
 */
export function createTokenChecks(upstream: Upstream, store: Store) {
  /** Accepted ones, to be asked about again; a backup knows digests only, so those are not here until they are used. */
  const accepted = new Map<string, string>()
  const refused = new Map<string, number>()
  const tries = new Map<string, number>()
  let waiting = new Map<string, ((check: TokenCheck) => void)[]>()

  const put = (rows: DocumentRow[]) =>
    store.apply({ revision: store.revision, epoch: 1, complete: false, rows, heads: [] })
  const accept = (tokens: ValidToken[]) => {
    for (const { token } of tokens) accepted.set(digestOf(token), token)
    if (tokens.length > 0) put(tokens.map(tokenRow))
  }
  const refuse = (digest: string) => {
    refused.delete(digest)
    refused.set(digest, Date.now() + REFUSED_FOR_MS)
    const oldest = refused.keys().next().value
    if (refused.size > MOST_REFUSED && oldest !== undefined) refused.delete(oldest)
  }
  const flush = async () => {
    const asked = waiting
    waiting = new Map()
    const secrets = [...asked.keys()]
    for (let from = 0; from < secrets.length; from += MOST_AT_ONCE) {
      const some = secrets.slice(from, from + MOST_AT_ONCE)
      const settle = (check: (secret: string) => TokenCheck) => {
        for (const secret of some) for (const resolve of asked.get(secret) ?? []) resolve(check(secret))
      }
      try {
        const valid = await validate(upstream, some)
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
  setInterval(() => tries.clear(), 60_000).unref()
  return {
    /** One that is known from a backup was brought: from now on it can be asked about. */
    brought(digest: string, secret: string) {
      if (!accepted.has(digest)) accepted.set(digest, secret)
    },
    /** How many are known, and how many refused. */
    counts: () => ({ accepted: accepted.size, refused: refused.size }),
    secret: (digest: string): string | undefined => accepted.get(digest),
    check(secret: string, address: string): TokenCheck | Promise<TokenCheck> {
      if ((refused.get(digestOf(secret)) ?? 0) > Date.now()) return 'invalid'
      const tried = (tries.get(address) ?? 0) + 1
      tries.set(address, tried)
      if (tried > MOST_TRIES) return 'too many'
      return new Promise((resolve) => {
        if (waiting.size === 0) setTimeout(() => void flush(), GATHER_MS)
        waiting.set(secret, [...(waiting.get(secret) ?? []), resolve])
      })
    },
    /** Asks again about all that were accepted; those that were ended upstream end here. */
    async recheck() {
      const secrets = [...accepted.values()]
      for (let from = 0; from < secrets.length; from += MOST_AT_ONCE) {
        const some = secrets.slice(from, from + MOST_AT_ONCE)
        const valid = await validate(upstream, some)
        const found = new Set(valid.map(({ token }) => token))
        const ended = some.filter((secret) => !found.has(secret)).map(digestOf)
        for (const digest of ended) accepted.delete(digest)
        const changed = valid.map(tokenRow).filter((row) => !sameToken(store, row))
        const rows = [...changed, ...ended.map(noTokenRow)]
        if (rows.length > 0) put(rows)
      }
    },
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
  const { type, environment, projects } = row.doc
  return (
    known.type === type &&
    known.environment === environment &&
    JSON.stringify(known.projects) === JSON.stringify(projects)
  )
}
