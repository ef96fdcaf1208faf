import { createHmac } from 'node:crypto'
import { createReadStream, type Stats } from 'node:fs'
import { access, mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Change, DocumentRow, Store } from '@flagstaff/delivery'

const FORMAT = 2
/** Yields to the event loop after serialising this many rows. */
const BATCH = 200

type Header = Omit<Change, 'rows' | 'complete' | 'recent' | 'restarted'> & { format: number }

/** Names the state of a store. The epoch tells apart two states at one revision, as after a repaired difference. */
const stateOf = ({ revision, hash, epoch }: Pick<Change, 'revision' | 'hash' | 'epoch'>): string =>
  `${epoch} ${revision} ${hash}`

/** What the file has: its state, and when that was last known to be current. */
type Held = { state: string; knownAt: number }

/** Tells whether it is still the same file with the same content. */
const identityOf = ({ ino, mtimeMs, size }: Stats) => `${ino} ${mtimeMs} ${size}`

/**
 * A file with the last known flags, one row per line, signed at the end so that damaged, truncated or foreign files are
 * refused. It contains only digests of tokens.
 */
export function createSnapshot(folder: string, key: string) {
  const path = join(folder, 'flags.jsonl')
  let seen: { identity: string; held: Held | undefined } | undefined

  /** The lines of the file, or undefined if there is no file; throws if it is invalid. */
  const readLines = async (): Promise<{ header: Header; rows: string[] } | undefined> => {
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (!isThere) return undefined
    const signature = createHmac('sha256', key)
    const lines: string[] = []
    for await (const line of createInterface({ input: createReadStream(path) })) lines.push(line)
    const found = lines.pop()
    for (const line of lines) signature.update(`${line}\n`)
    if (found !== signature.digest('hex'))
      throw new Error(`${path} is damaged, or belongs to another installation`)
    const [first = '{}', ...rows] = lines
    const header = JSON.parse(first) as Header
    if (header.format !== FORMAT) throw new Error(`${path} has a format that this version does not support`)
    return { header, rows }
  }
  return {
    async save(store: Store): Promise<void> {
      const { rows, revision, hash, epoch, heads, knownAt = 0 } = store.dump()
      await mkdir(folder, { recursive: true })
      const signature = createHmac('sha256', key)
      const file = await open(`${path}.new`, 'w', 0o600)
      const write = async (text: string) => {
        signature.update(text)
        await file.write(text)
      }
      let identity: string
      try {
        await write(
          `${JSON.stringify({ format: FORMAT, revision, hash, epoch, heads, knownAt } satisfies Header)}\n`,
        )
        for (let from = 0; from < rows.length; from += BATCH) {
          const lines = rows.slice(from, from + BATCH).map((row) => `${JSON.stringify(row)}\n`)
          await write(lines.join(''))
        }
        await file.write(signature.digest('hex'))
        await file.sync()
        identity = identityOf(await file.stat())
      } finally {
        await file.close()
      }
      await rename(`${path}.new`, path)
      seen = { identity, held: { state: stateOf({ revision, hash, epoch }), knownAt } }
    },
    /** What the file has; undefined if there is none, or none that can be used. It is read again if it was replaced. */
    async held(): Promise<Held | undefined> {
      const stats = await stat(path).catch(() => undefined)
      if (!stats) return undefined
      const identity = identityOf(stats)
      if (seen?.identity !== identity) {
        const header = await readLines().then(
          (found) => found?.header,
          () => undefined,
        )
        seen = { identity, held: header && { state: stateOf(header), knownAt: header.knownAt ?? 0 } }
      }
      return seen.held
    },
    /** Returns undefined if there is no file; throws if the file is invalid. */
    async load(): Promise<Change | undefined> {
      const found = await readLines()
      if (!found) return undefined
      const { format: _, ...header } = found.header
      return { ...header, complete: true, rows: found.rows.map((line) => JSON.parse(line) as DocumentRow) }
    },
  }
}

const SAVE_MS = 5_000

/**
 * Compares the file with what is served, from the start on and at intervals, and saves it if they differ. What is known
 * about the file comes from the file: it may be older than this process, or somebody may have removed it.
 */
export function keepSnapshot(
  store: Store,
  snapshot: ReturnType<typeof createSnapshot>,
  onError: (error: unknown) => void,
) {
  let currentAt = Date.now()
  let isCompared = false
  let running: Promise<void> | undefined
  const compare = async () => {
    if (store.syncedAt === 0) return
    const at = Date.now()
    const state = stateOf(store)
    const held = await snapshot.held()
    if (held?.state !== state) {
      // Until it is saved, the file is as old as it says.
      if (!isCompared && held) currentAt = held.knownAt
      isCompared = true
      await snapshot.save(store)
    }
    isCompared = true
    currentAt = at
  }
  const start = () => {
    running ??= compare()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
    return running
  }
  /** A save that is under way may have begun before the last change. */
  const now = async () => {
    await running
    await start()
  }
  const timer = setInterval(() => void start(), SAVE_MS).unref()
  void start()
  return {
    now,
    /** Time since the file was last seen to contain what is served; at most the interval if all is well. */
    ageSeconds: () => (Date.now() - currentAt) / 1_000,
    /** Stops, after a last save. */
    async stop() {
      clearInterval(timer)
      await now()
    },
  }
}
