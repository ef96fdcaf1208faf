import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Another port has a database of its own, so that several runs can stand side by side. */
export const port = process.env.E2E_PORT ?? '4299'
/** Where the server hands its mail over; a journey that waits for some listens there. */
export const mailPort = String(Number(port) + 1000)
export const database = `flagstaff_journeys_${port}`

/** The address of the PostgreSQL the journeys use, or of one database in it. */
export function postgres(name?: string): string {
  const server =
    process.env.TEST_POSTGRES ?? execFileSync('.ci/postgres', { cwd: root, encoding: 'utf8' }).trim()
  return name === undefined ? server : Object.assign(new URL(server), { pathname: `/${name}` }).href
}
