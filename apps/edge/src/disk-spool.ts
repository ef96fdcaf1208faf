import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Batch, Item, Spool } from './spool.ts'
import { readLines, toLine } from './spool-lines.ts'

const OPEN = 'open.jsonl'
const UNREADABLE = 'unreadable.txt'
const MOST_UNREADABLE_BYTES = 1_048_576

/** One day less than upstream remembers ids for deduplication. */
const MOST_AGE_MS = 7 * 24 * 3_600_000
const DIGITS = 15
const closedAt = (name: string) => Number(name.slice(0, DIGITS))
const idOf = (name: string) => name.slice(DIGITS + 1).replace(/\.closed$/, '')

/**
 * Spools counts to files until upstream has accepted them. Lines are written before their requests are acknowledged, so
 * they survive a crash. If the files exceed the size limit, the oldest is deleted and its lines are counted as dropped.
 */
export async function openSpool(folder: string, mostBytes: number, log: Logger): Promise<Spool> {
  await mkdir(folder, { recursive: true })
  let dropped = 0
  let unreadable = 0
  let bytes = 0
  let openBytes = 0
  let isTorn = false
  let waiting: { line: string; resolve: () => void; reject: (error: unknown) => void }[] = []
  let running: Promise<void> | undefined
  const path = (name: string) => join(folder, name)
  const closed = async () => (await readdir(folder)).filter((name) => name.endsWith('.closed')).sort()

  const close = async () => {
    const name = `${String(Date.now()).padStart(DIGITS, '0')}-${randomUUID()}.closed`
    await rename(path(OPEN), path(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    openBytes = 0
  }
  // The previous process may have left a partial line: never append to its file.
  await close()
  for (const name of await closed()) bytes += (await stat(path(name))).size

  const remove = async (name: string) => {
    const { size } = await stat(path(name))
    await rm(path(name))
    bytes -= size
  }
  const drop = async (name: string) => {
    dropped += (await readFile(path(name), 'utf8')).split('\n').length - 1
    await remove(name)
  }
  const makeRoom = async () => {
    if (bytes <= mostBytes) return
    if ((await closed()).length === 0) await close()
    const [oldest] = await closed()
    if (oldest === undefined) return
    await drop(oldest)
  }
  const append = async (text: string) => {
    try {
      await appendFile(path(OPEN), isTorn ? `\n${text}` : text)
      isTorn = false
    } catch (error) {
      // A full disk can leave a partial line: remove it, so that the next line starts cleanly.
      await truncate(path(OPEN), openBytes)
        .catch(close)
        .catch(() => {
          isTorn = true
        })
      throw error
    }
    const added = Buffer.byteLength(text)
    bytes += added
    openBytes += added
  }
  /** Lines that arrive during a write are batched into the next one. */
  const run = async () => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await append(batch.map(({ line }) => line).join(''))
        for (const { resolve } of batch) resolve()
        await makeRoom()
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
  const setAside = async (lines: string[]) => {
    unreadable += lines.length
    log.error({ lines: lines.length }, 'some counts on the disk are damaged and were set aside')
    const { size } = await stat(path(UNREADABLE)).catch(() => ({ size: 0 }))
    if (size < MOST_UNREADABLE_BYTES) await appendFile(path(UNREADABLE), `${lines.join('\n')}\n`)
  }
  const read = async (name: string): Promise<Batch> => {
    const content = readLines(await readFile(path(name), 'utf8'))
    return {
      id: idOf(name),
      items: content.items,
      done: () =>
        exclusively(async () => {
          if (content.unreadable.length > 0) await setAside(content.unreadable).catch(() => {})
          await remove(name)
        }),
    }
  }
  return {
    get dropped() {
      return dropped
    },
    get unreadable() {
      return unreadable
    },
    get bytes() {
      return bytes
    },
    add: (item: Item) =>
      new Promise((resolve, reject) => {
        waiting.push({ line: toLine(item), resolve, reject })
        running ??= run()
      }),
    async take() {
      const names = await exclusively(async () => {
        await close()
        for (const name of await closed()) if (closedAt(name) < Date.now() - MOST_AGE_MS) await drop(name)
        return closed()
      })
      return Promise.all(names.map(read))
    },
  }
}
