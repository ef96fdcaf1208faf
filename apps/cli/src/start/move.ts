import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { copyDatabase } from './copy.ts'
import { refuseDemoAccounts } from './demo-accounts.ts'
import { Failure } from './failure.ts'
import { fetchPostgres } from './fetch-postgres.ts'
import { findFreePort } from './free-port.ts'
import type { MoveOptions } from './options.ts'
import { packaged } from './packaged.ts'
import { openDataFolder } from './places.ts'
import { openPostgres } from './postgres.ts'
import { checkNotRunning, readKey, say } from './running.ts'
import { startServer } from './server.ts'

/** Copies everything to an empty database, with the history. The data here stays as it is. */
export async function runMove({ to, name, data: folder }: MoveOptions): Promise<number> {
  const data = openDataFolder({ name, data: folder, temporary: false }, process.env)
  if (!existsSync(join(data, 'postgres'))) throw new Failure(`There is no data in ${data}.`)
  await checkNotRunning(data)
  await checkEmpty(to)
  const postgres = await openPostgres(await fetchPostgres(say), data, say)
  try {
    await refuseDemoAccounts(postgres.url)
    // Starting a server once brings both databases to the same version and creates the tables of the job queue.
    for (const url of [postgres.url, to]) await migrate(url, readKey(data))
    const { tables, rows } = await copyDatabase(postgres.url, to)
    const verdict = await verifyChain(to)
    say(`${rows} rows of ${tables} tables are in the other database. ${verdict}`)
    say(`To run it there: DATABASE_URL=<the URL> and ENCRYPTION_KEY=<the content of ${data}/encryption-key>.`)
    return 0
  } finally {
    await postgres.stop()
  }
}

async function migrate(url: string, key: string) {
  const port = await findFreePort()
  const server = await startServer(`http://127.0.0.1:${port}`, {
    ...process.env,
    FLAGSTAFF_HTTP_PORT: String(port),
    HTTP_HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    FLAGSTAFF_DATABASE_URL: url,
    ENCRYPTION_KEY: process.env.ENCRYPTION_KEY ?? key,
  })
  await server?.stop()
}

async function checkEmpty(url: string) {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
  } catch (error) {
    throw new Failure(`The database to move to does not respond: ${(error as Error).message}`)
  }
  const { rows } = await client.query(`select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') limit 1`)
  await client.end()
  if (rows.length > 0)
    throw new Failure(
      'The database to move to has tables. Create an empty one, so that nothing is overwritten.',
    )
}

/** Returns the sentence that the check prints. */
async function verifyChain(url: string): Promise<string> {
  const env = { ...process.env, FLAGSTAFF_DATABASE_URL: url }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [packaged.verifyChain], { env })
    return stdout.trim()
  } catch (error) {
    throw new Failure(
      `The event log in the other database is not intact, so do not use it: ${(error as { stdout?: string }).stdout ?? ''}`,
    )
  }
}
