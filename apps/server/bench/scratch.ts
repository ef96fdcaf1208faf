import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import pino from 'pino'
import { buildApp, type Running } from '../src/app.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { readSettings } from '../src/platform/settings/settings.ts'

/** The secret whose digest the seed stores, as a token that may do everything. */
export const token = 'user:bench'

type Seed = (pool: pg.Pool, tokenDigest: Buffer) => Promise<void>

/** A server over a database that is filled by `seed` and goes away when `run` has ended. */
export const onScratch = (
  seed: Seed,
  run: (app: Running, pool: pg.Pool) => Promise<void>,
  env: Record<string, string> = {},
) =>
  onScratchDatabase(seed, async (url, pool) => {
    const app = await buildApp(readSettings({ DATABASE_URL: url, ...env }), {
      logger: pino({ level: 'silent' }),
    })
    await run(app, pool)
    await app.stop()
  })

/** The database alone, for benchmarks that start the server as a process. */
export async function onScratchDatabase(seed: Seed, run: (url: string, pool: pg.Pool) => Promise<void>) {
  const server = execFileSync('.ci/postgres', {
    cwd: fileURLToPath(new URL('../../../', import.meta.url)),
    encoding: 'utf8',
  }).trim()
  const name = `flagstaff_bench_${process.pid}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  try {
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
    const database = openDatabase({ url, poolSize: 2, statementMs: 0 })
    await migrate(database.db as never)
    await seed(database.pool, createHash('sha256').update(token).digest())
    await run(url, database.pool)
    await database.close()
  } finally {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

/** Times of `rounds` calls after a warm-up, and the last answer. */
export async function measure(rounds: number, call: () => Promise<string>) {
  for (let round = 0; round < 3; round++) await call()
  const times: number[] = []
  let body = ''
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    body = await call()
    times.push(performance.now() - started)
  }
  times.sort((a, b) => a - b)
  return { median: times[Math.floor(rounds / 2)] ?? 0, slowest: times.at(-1) ?? 0, body }
}
