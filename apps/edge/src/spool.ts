import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImpactMetric, Registration, Usage } from '@flagstaff/delivery'

/** One thing to forward, as a line of a file. */
export type Item =
  | { kind: 'usage'; usage: Usage }
  | { kind: 'application'; registration: Registration }
  | { kind: 'impact'; environment: string; metrics: ImpactMetric[] }
export type Batch = {
  items: Item[]
  /** It was forwarded. */
  done(): Promise<void>
  /** It was not; it comes again. */
  keep(): void
}

export type Spool = {
  /** Resolves once it is written down (or, without a folder, remembered). */
  add(item: Item): Promise<void>
  /** Everything there is at present, oldest first, in parts; each is forgotten when it is done. */
  take(): Promise<Batch[]>
  readonly dropped: number
  readonly bytes: number
}

/** In memory only: what was not forwarded is lost with the process. */
export function createMemorySpool(mostItems = 100_000): Spool {
  let items: Item[] = []
  let dropped = 0
  const bound = () => {
    const over = items.length - mostItems
    if (over <= 0) return
    items = items.slice(over)
    dropped += over
  }
  return {
    get dropped() {
      return dropped
    },
    get bytes() {
      return 0
    },
    async add(item) {
      items.push(item)
      bound()
    },
    async take() {
      const taken = items
      items = []
      const keep = () => {
        items = [...taken, ...items]
        bound()
      }
      return taken.length > 0 ? [{ items: taken, done: async () => {}, keep }] : []
    },
  }
}

const OPEN = 'open.jsonl'

/**
 * Counts wait in files until upstream has taken them. Lines are written before their posts are answered, so they
 * survive the end of the process. When all files together grow too large, the oldest goes, and its lines are counted.
 */
export async function openSpool(folder: string, mostBytes: number): Promise<Spool> {
  await mkdir(folder, { recursive: true })
  let dropped = 0
  let bytes = 0
  let waiting: { line: string; resolve: () => void; reject: (error: unknown) => void }[] = []
  let running: Promise<void> | undefined
  const path = (name: string) => join(folder, name)
  const closed = async () => (await readdir(folder)).filter((name) => name.endsWith('.closed')).sort()
  for (const name of await readdir(folder)) bytes += (await stat(path(name))).size

  const close = async () => {
    const name = `${String(Date.now()).padStart(15, '0')}-${randomUUID()}.closed`
    await rename(path(OPEN), path(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
  const remove = async (name: string) => {
    const { size } = await stat(path(name))
    await rm(path(name))
    bytes -= size
  }
  const makeRoom = async () => {
    if (bytes <= mostBytes) return
    if ((await closed()).length === 0) await close()
    const [oldest] = await closed()
    if (oldest === undefined) return
    dropped += (await readFile(path(oldest), 'utf8')).split('\n').length - 1
    await remove(oldest)
  }
  /** Lines that arrive while others are being written are written together. */
  const run = async () => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const text = batch.map(({ line }) => line).join('')
      try {
        await appendFile(path(OPEN), text)
        bytes += Buffer.byteLength(text)
        await makeRoom()
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = undefined
  }
  const exclusively = async <T>(work: () => Promise<T>): Promise<T> => {
    while (running) await running
    let end = () => {}
    running = new Promise((resolve) => {
      end = resolve
    })
    try {
      return await work()
    } finally {
      running = waiting.length > 0 ? run() : undefined
      end()
    }
  }
  return {
    get dropped() {
      return dropped
    },
    get bytes() {
      return bytes
    },
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ line: `${JSON.stringify(item)}\n`, resolve, reject })
        running ??= run()
      }),
    async take() {
      const names = await exclusively(async () => {
        await close()
        return closed()
      })
      return Promise.all(
        names.map(async (name) => ({
          items: (await readFile(path(name), 'utf8')).split('\n').flatMap(parse),
          done: () => exclusively(() => remove(name)),
          keep: () => {},
        })),
      )
    },
  }
}

/** The last line of a file may be cut off by the end of the process. It was not acknowledged. */
function parse(line: string): Item[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as Item]
  } catch {
    return []
  }
}
