import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientDelta } from '@flagstaff/contract/delta'
import { reasonOf } from '@flagstaff/contract/reason'
import { published, START, type Store, type TokenDocument } from '@flagstaff/delivery'
import type { Logger } from 'pino'
import { digestOf } from './tokens.ts'
import type { Source } from './upstream/source.ts'

const FILE = 'flags.json'
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
    events: ClientDelta['events']
  }[]
  tokens: [digest: string, document: TokenDocument][]
}

/**
 * The last known flags and tokens, in a file. The file is signed with the tokens of this edge, so that a damaged or
 * foreign one is rejected. It contains tokens only as digests.
 */
export function createSnapshot(folder: string, key: string) {
  const path = join(folder, FILE)
  return {
    async save(store: Store, sources: readonly Source[]): Promise<void> {
      const loaded = sources.filter(({ mark }) => mark !== undefined)
      if (loaded.length === 0) return
      const scopes = loaded.map(({ secret, environment, projects, mark }) => {
        const { text } = published(store, { environment, projects })
        const scope = JSON.stringify({
          token: digestOf(secret),
          environment,
          projects: projects === '*' ? ['*'] : projects,
          mark: mark?.tag,
        })
        return `${scope.slice(0, -1)},${text.slice(1)}`
      })
      const tokens = JSON.stringify(store.tokens().map(({ digest, expires: _, ...doc }) => [digest, doc]))
      const body = `{"format":${FORMAT},"savedAt":${Date.now()},"scopes":[${scopes.join(',')}],"tokens":${tokens}}`
      await mkdir(folder, { recursive: true })
      const file = await open(`${path}.new`, 'w', 0o600)
      try {
        await file.write(`${sign(body, key)}\n${body}`)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.new`, path)
    },
    /** Undefined if there is no file; throws if it is damaged. */
    async load(): Promise<Saved | undefined> {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
        throw error
      })
      if (text === undefined) return undefined
      const end = text.indexOf('\n')
      const body = text.slice(end + 1)
      if (!isSame(text.slice(0, end), sign(body, key)))
        throw new Error(`${path} is damaged, or was written with other tokens`)
      const saved = JSON.parse(body) as Saved
      if (saved.format === UNRELEASED_FORMAT)
        return { ...saved, scopes: saved.scopes.map((scope) => ({ ...scope, mark: START.tag })) }
      if (saved.format !== FORMAT) throw new Error(`${path} has a format that this version does not support`)
      return saved
    },
  }
}

/** Saves changes since the last save. A failure is logged once and retried until it succeeds. */
export function saving(
  snapshot: ReturnType<typeof createSnapshot>,
  store: Store,
  sources: readonly Source[],
  log: Logger,
): () => Promise<void> {
  let changes = 0
  let saved = 0
  let isFailing = false
  let running: Promise<void> | undefined
  store.listen(() => changes++)
  const save = async () => {
    const present = changes
    if (present === saved) return
    try {
      await snapshot.save(store, sources)
      saved = present
      isFailing = false
    } catch (error) {
      if (!isFailing) log.error({ err: reasonOf(error) }, 'the backup was not saved')
      isFailing = true
    }
  }
  return () => {
    running ??= save().finally(() => {
      running = undefined
    })
    return running
  }
}

const sign = (body: string, key: string) => createHmac('sha256', key).update(body).digest('hex')

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
