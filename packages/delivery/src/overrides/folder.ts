import { mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'

const ACTIVE = '.order'
const ENDED = '.ended'
/** Longer than a signed order is accepted, so that an order that ended cannot be sent again. */
const ENDED_KEPT_MS = 3_600_000

export type KeptOrder = { text: string; basis: string }

/** A folder with one file for each order, so that processes that share it need no lock. */
export function openOrderFolder(folder: string) {
  const pathOf = (id: string, ending: string) => join(folder, `${id}${ending}`)
  return {
    async save(id: string, kept: KeptOrder): Promise<void> {
      await mkdir(folder, { recursive: true })
      const file = await open(pathOf(id, '.new'), 'w', 0o600)
      try {
        await file.write(JSON.stringify(kept))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(pathOf(id, '.new'), pathOf(id, ACTIVE))
    },
    /** Another process may have done it before. */
    end: (id: string) => rename(pathOf(id, ACTIVE), pathOf(id, ENDED)).catch(ignoreMissing),
    async list(): Promise<{ active: string[]; ended: string[] }> {
      const names = (await readdir(folder).catch(ignoreMissing)) ?? []
      const withEnding = (ending: string) =>
        names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length))
      return { active: withEnding(ACTIVE), ended: withEnding(ENDED) }
    },
    async load(id: string): Promise<KeptOrder | undefined> {
      const text = await readFile(pathOf(id, ACTIVE), 'utf8').catch(ignoreMissing)
      return text === undefined ? undefined : (JSON.parse(text) as KeptOrder)
    },
    async forgetOld(now: number): Promise<void> {
      for (const id of (await this.list()).ended) {
        const path = pathOf(id, ENDED)
        const found = await stat(path).catch(ignoreMissing)
        if (found && now - found.ctimeMs > ENDED_KEPT_MS) await unlink(path).catch(ignoreMissing)
      }
    },
  }
}

export type OrderFolder = ReturnType<typeof openOrderFolder>

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
