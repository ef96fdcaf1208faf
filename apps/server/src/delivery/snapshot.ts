import { createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Change, DocumentRow, Store } from '@flagstaff/delivery'

const FORMAT = 2
/** Yields to the event loop after serialising this many rows. */
const BATCH = 200

type Header = Omit<Change, 'rows' | 'complete' | 'recent' | 'restarted'> & { format: number }

/**
 * A file with the last known flags, one row per line, signed at the end so that damaged, truncated or foreign files are
 * refused. It contains only digests of tokens.
 */
export function createSnapshot(folder: string, key: string) {
  const path = join(folder, 'flags.jsonl')
  return {
    async save(store: Store): Promise<void> {
      const { rows, revision, hash, epoch, heads, knownAt } = store.dump()
      await mkdir(folder, { recursive: true })
      const signature = createHmac('sha256', key)
      const file = await open(`${path}.new`, 'w', 0o600)
      const write = async (text: string) => {
        signature.update(text)
        await file.write(text)
      }
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
      } finally {
        await file.close()
      }
      await rename(`${path}.new`, path)
    },
    /** Returns undefined if there is no file; throws if the file is invalid. */
    async load(): Promise<Change | undefined> {
      if (
        !(await access(path).then(
          () => true,
          () => false,
        ))
      )
        return undefined
      const signature = createHmac('sha256', key)
      const lines: string[] = []
      for await (const line of createInterface({ input: createReadStream(path) })) lines.push(line)
      const found = lines.pop()
      for (const line of lines) signature.update(`${line}\n`)
      if (found !== signature.digest('hex'))
        throw new Error(`${path} is damaged, or belongs to another installation`)
      const [first = '{}', ...rest] = lines
      const { format, ...header } = JSON.parse(first) as Header
      if (format !== FORMAT) throw new Error(`${path} has a format that this version does not support`)
      return { ...header, complete: true, rows: rest.map((line) => JSON.parse(line) as DocumentRow) }
    },
  }
}

const SAVE_MS = 5_000

/** Saves a snapshot at intervals if something changed. */
export function keepSnapshot(
  store: Store,
  snapshot: ReturnType<typeof createSnapshot>,
  onError: (error: unknown) => void,
) {
  let saved = store.revision
  let currentAt = Date.now()
  let busy: Promise<void> | undefined
  const save = () => {
    if (store.revision === saved) currentAt = Date.now()
    if (store.syncedAt === 0 || store.revision === saved) return busy
    const { revision } = store
    busy ??= snapshot
      .save(store)
      .then(() => {
        saved = revision
        currentAt = Date.now()
      }, onError)
      .finally(() => {
        busy = undefined
      })
    return busy
  }
  const timer = setInterval(() => void save(), SAVE_MS).unref()
  return {
    now: save,
    /** Time since the file was last known to contain what is served; at most the interval if all is well. */
    ageSeconds: () => (Date.now() - currentAt) / 1_000,
    /** Stops, after a last save. */
    async stop() {
      clearInterval(timer)
      await busy
      await save()
    },
  }
}
