import { createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Change, DocumentRow, Store } from '@flagstaff/delivery'

const FORMAT = 2
/** Rows serialised before requests get their turn. */
const BATCH = 200

type Header = Omit<Change, 'rows' | 'complete' | 'recent' | 'restarted'> & { format: number }

/**
 * The last known flags in a file, a row on each line and a signature at the end: what is damaged, cut off or of
 * another installation is not believed. Tokens stand in it by their digests only.
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
    /** Undefined when there is none; throws when it is not to be believed. */
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
      if (format !== FORMAT) throw new Error(`${path} has a form that this version does not know`)
      return { ...header, complete: true, rows: rest.map((line) => JSON.parse(line) as DocumentRow) }
    },
  }
}

const SAVE_MS = 5_000

/** Saves what has changed, now and then. Gives back how to stop, which saves once more. */
export function keepSnapshot(
  store: Store,
  snapshot: ReturnType<typeof createSnapshot>,
  onError: (error: unknown) => void,
) {
  let saved = store.revision
  let busy: Promise<void> | undefined
  const save = () => {
    if (store.syncedAt === 0 || store.revision === saved) return busy
    const { revision } = store
    busy ??= snapshot
      .save(store)
      .then(() => {
        saved = revision
      }, onError)
      .finally(() => {
        busy = undefined
      })
    return busy
  }
  const timer = setInterval(() => void save(), SAVE_MS).unref()
  return async () => {
    clearInterval(timer)
    await busy
    await save()
  }
}
