import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate, readMigrations } from '../src/platform/database/migrate.ts'
import { databaseUrl } from './template.ts'

// A new server migrates the schema of an older one, whose servers go on making changes with their own statements.

/** The last migration of the older version, from which `changes` are. */
const FROM = '0091-code-references'
const ROUNDS = Number(process.env.UPGRADE_ROUNDS ?? 20)
const WRITERS = 16

const server = inject('postgres')
const admin = new pg.Client({ connectionString: server })
await admin.connect()
afterAll(() => admin.end())

/** What servers of the older version send: in the order of a change, of a sign-in, and of a page that reads. */
const changes: readonly ((name: string) => readonly string[])[] = [
  (name) => [
    `insert into flags (name, project, type, created_by_id, created_by_name) values ('${name}', 'default', 'release', 1, 'ada')`,
    `update users set seen_at = now() where id = 1`,
    `select * from lock_counter()`,
    `select * from events order by revision desc limit 5`,
    `select * from personal_tokens`,
  ],
  (name) => [
    `update personal_tokens set seen_at = now()`,
    `select * from lock_counter()`,
    `insert into flags (name, project, type, created_by_id, created_by_name) values ('${name}', 'default', 'release', 1, 'ada')`,
    `select count(*) from events`,
  ],
  (name) => [
    `select e.revision from events e left join users u on u.id = e.actor_id limit 10`,
    `insert into flags (name, project, type, created_by_id, created_by_name) values ('${name}', 'default', 'release', 1, 'ada')`,
    `select * from device_grants`,
  ],
]

/** Repeats changes until stopped; names those that were committed. */
function write(url: string, writer: number) {
  const acknowledged: string[] = []
  let isGoing = true
  const work = async () => {
    const client = new pg.Client({ connectionString: url, application_name: 'flagstaff' })
    client.on('error', () => {})
    await client.connect()
    for (let n = 0; isGoing; n++) {
      const name = `w${writer}-${n}`
      try {
        await client.query('begin')
        for (const text of changes[n % changes.length]?.(name) ?? []) await client.query(text)
        await client.query('commit')
        acknowledged.push(name)
      } catch {
        // Servers retry a deadlock, or answer 503.
        await client.query('rollback')
      }
    }
    await client.end()
  }
  const done = work()
  return {
    acknowledged,
    async end() {
      isGoing = false
      await done
    },
  }
}

test(`${ROUNDS} of ${ROUNDS} servers migrate while ${WRITERS} writers of the version before go on, and no change is lost`, async () => {
  const all = await readMigrations()
  const before = all.slice(0, all.findIndex(({ name }) => name === FROM) + 1)
  const waits: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await admin.query('drop database if exists upgraded')
    await admin.query('create database upgraded')
    const url = databaseUrl(server, 'upgraded')
    const database = openDatabase({ url, poolSize: 2 })
    await migrate(database.db as never, { migrations: before })
    const writers = Array.from({ length: WRITERS }, (_, index) => write(url, index))
    const acknowledged = () => writers.flatMap((one) => one.acknowledged)
    await expect.poll(() => acknowledged().length).toBeGreaterThan(WRITERS)
    await migrate(database.db as never, { onWait: () => waits.push(round) })
    const during = acknowledged().length
    await expect.poll(() => acknowledged().length).toBeGreaterThan(during + WRITERS)
    await Promise.all(writers.map((one) => one.end()))
    const { rows } = await database.pool.query<{ name: string }>('select name from flags')
    const stored = new Set(rows.map(({ name }) => name))
    expect(acknowledged().filter((name) => !stored.has(name))).toEqual([])
    await database.close()
  }
  await admin.query('drop database upgraded')
  process.stdout.write(`migrations started over ${waits.length} times in ${ROUNDS} rounds\n`)
})
