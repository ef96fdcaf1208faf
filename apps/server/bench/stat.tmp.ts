import { createHash } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { token } from './scratch.ts'
import { wideSeed } from './growth/wide-seed.ts'
const admin = new pg.Client({ connectionString: 'postgres://postgres@127.0.0.1:5432/postgres' })
await admin.connect(); await admin.query('create database ev_a'); await admin.end()
const database = openDatabase({ url: 'postgres://postgres@127.0.0.1:5432/ev_a', poolSize: 2, statementMs: 0 })
await migrate(database.db as never)
await wideSeed({ projects: 10_000, users: 50_000, environments: 100, events: 10_000_000 })(database.pool, createHash('sha256').update(token).digest())
await database.close(); console.log('seeded')
