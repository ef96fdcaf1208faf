import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { patiently } from '../demo/api.ts'
import { seedHistory } from '../demo/history.ts'
import { seedDemo } from '../demo/seed.ts'
import { Failure } from './failure.ts'
import type { Postgres } from './postgres.ts'
import { say } from './running.ts'

export type Filling = {
  /** Whether this start fills the installation with the demo. */
  isDue: boolean
  /** Removes what an interrupted filling has left, with its admin token. */
  startOver(postgres: Postgres): Promise<void>
  /** Fills the server with the demo shop, with an admin token that is deleted afterwards. */
  fill(url: string, token: string, databaseUrl: string): Promise<void>
}

/**
 * The demo shop of a data folder, which is whole or not there: `demo` marks a whole one, `filling` one that is being
 * made. Only new installations are filled, so that starting over loses nothing.
 */
export function openFilling(data: string, isWanted: boolean): Filling {
  const [filled, unfinished, welcomed] = ['demo', 'filling', 'welcomed'].map((name) => join(data, name)) as [
    string,
    string,
    string,
  ]
  const isDue = isWanted && !existsSync(filled)
  if (isDue && existsSync(welcomed))
    throw new Failure(
      'This installation has data already, and the demo needs a new one: add --name demo, or start without --demo.',
    )
  // Whatever else the folder says, the database of an installation that has started once is never dropped.
  const isWhole = existsSync(filled) || existsSync(welcomed)
  const hasLeftovers = !isWhole && (existsSync(unfinished) || (isDue && existsSync(join(data, 'postgres'))))
  return {
    isDue,
    async startOver(postgres) {
      if (hasLeftovers) await postgres.startOver()
      if (isDue) writeFileSync(unfinished, '')
      else rmSync(unfinished, { force: true })
    },
    async fill(url, token, databaseUrl) {
      say('Filling it with the demo shop.')
      try {
        await seedDemo(url, token)
        await seedHistory(databaseUrl)
      } catch (error) {
        throw new Failure(
          `The demo shop could not be made: ${(error as Error).message}\nStart it again with the same command: it begins anew.`,
        )
      } finally {
        await removeToken(url, token)
      }
      writeFileSync(filled, '')
      rmSync(unfinished)
    },
  }
}

async function removeToken(url: string, token: string) {
  const address = `${url}/api/admin/api-tokens/${encodeURIComponent(token)}`
  const { ok, status } = await patiently(address, { method: 'DELETE', headers: { authorization: token } })
  if (!ok) throw new Failure(`The admin token of the demo could not be deleted: ${status}. Start it again.`)
}
