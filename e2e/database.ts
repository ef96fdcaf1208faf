import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** How many tests run side by side. Each worker has its own server and database. */
export const workers = Number(process.env.E2E_WORKERS ?? 1)
export const portOf = (worker: number) => String(Number(process.env.E2E_PORT ?? 4299) + 10 * worker)
/** The server of this worker. Each port has its own database, so that several runs can be started side by side. */
export const port = portOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))
/** The SMTP port of the server; tests that expect email listen on it. */
export const mailPort = String(Number(port) + 1000)
export const database = `flagstaff_journeys_${port}`

/** The URL of the PostgreSQL server for the tests, or of one database in it. */
export function postgres(name?: string): string {
  const server =
    process.env.TEST_POSTGRES ?? execFileSync('.ci/postgres', { cwd: root, encoding: 'utf8' }).trim()
  return name === undefined ? server : Object.assign(new URL(server), { pathname: `/${name}` }).href
}
