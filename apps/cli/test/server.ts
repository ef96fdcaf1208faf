import { afterAll } from 'vitest'
import { makePostgres } from '../../server/test/cluster/postgres.ts'
import { ADMIN_TOKEN, startServer } from '../../server/test/cluster/server.ts'
import { makeCli } from './cli.ts'

/** A server with its own database, which stops after the tests. */
export async function startTestServer() {
  const postgres = await makePostgres()
  const server = await startServer(postgres.url)
  afterAll(async () => {
    await server.stop()
    await postgres.remove()
  })
  return server
}

/** A server, and the command line as its administrator. */
export async function startWithCli(env: Record<string, string> = {}) {
  const server = await startTestServer()
  return { server, cli: makeCli({ FLAGSTAFF_URL: server.url, FLAGSTAFF_TOKEN: ADMIN_TOKEN, ...env }) }
}
