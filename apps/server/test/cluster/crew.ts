import pg from 'pg'
import { afterAll } from 'vitest'
import { makePostgres } from './postgres.ts'
import { type Server, startServer } from './server.ts'

/** A database, and servers that are started and killed; all of it is removed after the tests of the file. */
export async function openCrew(env: Record<string, string> = {}) {
  const postgres = await makePostgres()
  const database = new pg.Pool({ connectionString: postgres.url, max: 2 })
  const servers = new Set<Server>()
  const closing: (() => unknown)[] = []
  const kill = async (server: Server) => {
    servers.delete(server)
    await server.kill()
  }
  afterAll(async () => {
    await Promise.all([...servers].map(kill))
    for (const close of closing) await close()
    await database.end()
    await postgres.remove()
  })
  return {
    url: postgres.url,
    database,
    async start(url = postgres.url) {
      const server = await startServer(url, env)
      servers.add(server)
      return server
    },
    kill,
    /** Called after the tests, before the database is removed. */
    atEnd: (close: () => unknown) => closing.push(close),
  }
}
