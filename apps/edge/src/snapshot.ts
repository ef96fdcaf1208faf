import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientDelta } from '@flagstaff/contract/delta'
import { reasonOf } from '@flagstaff/contract/reason'
import { published, START, type Store, type TokenDocument } from '@flagstaff/delivery'
import type { Logger } from 'pino'
import { singleFlight } from './single-flight.ts'
import { digestOf } from './tokens.ts'
import type { Source } from './upstream/source.ts'

const FILE = 'flags.json'
/** When upstream last confirmed the flags, in a small file: they need not be written again for it. */
const AGE_FILE = 'flags-age.json'
const AGE_EVERY_MS = 10_000
const FORMAT = 3
/** Format 2 did not store whether a flag was ever on, so flags have to be loaded again. */
const UNRELEASED_FORMAT = 2

export type Saved = {
  format: number
  savedAt: number
  /** The scope of each token, with its flags. */
  scopes: {
    token: string
    environment: string
    projects: string[]
    /** Identifies the state. */
    mark: string
    /** When upstream last confirmed it; missing in files of older versions. */
    heardAt?: number
    events: ClientDelta['events']
  }[]
  tokens: [digest: string, document: TokenDocument][]
}

/** By the digest of the token; for the file of flags with this signature only. */
type Age = { flags: string; heardAt: Record<string, number> }

/**
 * The last known flags and tokens, in a file. The file is signed with the tokens of this edge, so that a damaged or
 * foreign one is rejected. It contains tokens only as digests.
 */
export function createSnapshot(folder: string, key: string) {
  /** The signature of the file of flags, once it was written or read. */
  let flags: string | undefined
  let written: string | undefined
  const identity = () =>
    stat(join(folder, FILE)).then(
      ({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`,
      () => undefined,
    )
  const write = async (name: string, body: string) => {
    const to = join(folder, name)
    const signature = sign(body, key)
    await mkdir(folder, { recursive: true })
    const file = await open(`${to}.new`, 'w', 0o600)
    try {
      await file.write(`${signature}\n${body}`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${to}.new`, to)
    return signature
  }
  /** Undefined if there is no file; throws if it is damaged. */
  const read = async (name: string): Promise<{ signature: string; body: unknown } | undefined> => {
    const text = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
      throw error
    })
    if (text === undefined) return undefined
    const end = text.indexOf('\n')
    const [signature, body] = [text.slice(0, end), text.slice(end + 1)]
    if (!isSame(signature, sign(body, key)))
      throw new Error(`${join(folder, name)} is damaged, or was written with other tokens`)
    return { signature, body: JSON.parse(body) }
  }
  const readAge = async (signature: string): Promise<Age['heardAt']> => {
    const age = (await read(AGE_FILE).catch(() => undefined))?.body as Age | undefined
    return age?.flags === signature ? age.heardAt : {}
  }
  return {
    async save(store: Store, sources: readonly Source[]): Promise<void> {
      const loaded = sources.filter(({ mark }) => mark !== undefined)
      if (loaded.length === 0) return
      const scopes = loaded.map(({ secret, environment, projects, mark, heardAt }) => {
        const { text } = published(store, { environment, projects })
        const scope = JSON.stringify({
          token: digestOf(secret),
          environment,
          projects: projects === '*' ? ['*'] : projects,
          mark: mark?.tag,
          heardAt,
        })
        return `${scope.slice(0, -1)},${text.slice(1)}`
      })
      const tokens = JSON.stringify(store.tokens().map(({ digest, expires: _, ...doc }) => [digest, doc]))
      const body = `{"format":${FORMAT},"savedAt":${Date.now()},"scopes":[${scopes.join(',')}],"tokens":${tokens}}`
      flags = await write(FILE, body)
      written = await identity()
    },
    /** Whether the file is the one that was saved last; also if nothing was to be saved. */
    isThere: async (): Promise<boolean> => written === (await identity()),
    /** Saves when upstream last confirmed the saved flags. */
    async saveAge(sources: readonly Source[]): Promise<void> {
      if (flags === undefined) return
      const heardAt = Object.fromEntries(sources.map((one) => [digestOf(one.secret), one.heardAt]))
      await write(AGE_FILE, JSON.stringify({ flags, heardAt } satisfies Age))
    },
    /** Undefined if there is no file; throws if it is damaged. */
    async load(): Promise<Saved | undefined> {
      const found = await read(FILE)
      if (!found) return undefined
      const saved = found.body as Saved
      flags = found.signature
      const heardAt = await readAge(flags)
      for (const scope of saved.scopes) {
        const at = heardAt[scope.token] ?? scope.heardAt
        if (at !== undefined) scope.heardAt = at
      }
      if (saved.format === UNRELEASED_FORMAT)
        return { ...saved, scopes: saved.scopes.map((scope) => ({ ...scope, mark: START.tag })) }
      if (saved.format !== FORMAT)
        throw new Error(`${join(folder, FILE)} has a format that this version does not support`)
      return saved
    },
  }
}

/**
 * Saves changes since the last save, and how old the flags are. A file that somebody removed or replaced is saved again.
 * A failure is logged once and retried until it succeeds. With `isFresh`, all that is in memory when it is called is saved,
 * also if a save is running.
 */
export function saving(
  snapshot: ReturnType<typeof createSnapshot>,
  store: Store,
  sources: readonly Source[],
  log: Logger,
): (isFresh?: boolean) => Promise<void> {
  let changes = 0
  let saved = 0
  let agedAt = 0
  let isFailing = false
  store.listen(() => changes++)
  return singleFlight(async (isFresh) => {
    const present = changes
    try {
      if (present !== saved || !(await snapshot.isThere())) await snapshot.save(store, sources)
      saved = present
      const isDue = isFresh || Date.now() - agedAt >= AGE_EVERY_MS
      if (isDue && changes === saved) {
        await snapshot.saveAge(sources)
        agedAt = Date.now()
      }
      isFailing = false
    } catch (error) {
      if (!isFailing) log.error({ err: reasonOf(error) }, 'the backup was not saved')
      isFailing = true
    }
  })
}

const sign = (body: string, key: string) => createHmac('sha256', key).update(body).digest('hex')

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
