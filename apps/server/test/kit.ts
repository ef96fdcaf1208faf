import type { InjectOptions } from 'fastify'
import pg from 'pg'
import pino from 'pino'
import { afterAll, expect, inject } from 'vitest'
import { buildApp } from '../src/app.ts'
import { type Db, openDatabase } from '../src/platform/database/database.ts'
import { readSettings } from '../src/platform/settings/settings.ts'
import { type Actors, makeActors } from './actors.ts'
import { watchCallbacks } from './callback-watch.ts'
import { watchContract } from './contract-watch.ts'
import { watchLocks } from './lock-watch.ts'
import { patiently } from './patience.ts'
import { unreadableValues } from './served-values.ts'
import { databaseUrl } from './template.ts'
import { takeSevere } from './watched.ts'

export type Answer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: `contract-watch.ts` checks every body against its schema, and tests look into all of them
  body: any
  headers: Record<string, string | string[] | number | undefined>
}
type More = { headers?: Record<string, string> }

/** An HTTP client for the application under test, as one actor. */
export type Client = Record<'get' | 'delete', (url: string, more?: More) => Promise<Answer>> &
  Record<'post' | 'put' | 'patch', (url: string, body?: unknown, more?: More) => Promise<Answer>>

export type TestApp = {
  app: Awaited<ReturnType<typeof buildApp>>
  db: Db
  as: Record<keyof Actors, Client>
  actors: Actors
  client(headers: Record<string, string>): Client
}

const running = new Set<TestApp['app']>()
const callbacks = watchCallbacks()

async function nothingBlocked() {
  expect(takeSevere(await callbacks.found()), 'requests that blocked the event loop').toEqual([])
}

async function stopApps() {
  const apps = [...running]
  running.clear()
  try {
    for (const app of apps) await servesWhatIsStored(app)
  } finally {
    await Promise.all(apps.map((app) => app.stop()))
  }
}

/** After every test file: delivery must serve exactly what the database contains, in forms that all SDKs read. */
async function servesWhatIsStored({ delivery, database }: TestApp['app']) {
  const unreadable = await unreadableValues(database.db)
  if (unreadable.length > 0) throw new Error(`not all SDKs can read what is served: ${unreadable.join(', ')}`)
  await delivery.caughtUp(undefined, patiently.timeout)
  const found = await delivery.canary.compare()
  if (found.length > 0) throw new Error(`what is served differs from the database: ${found.join(', ')}`)
}

/** Starts the application on a clean, migrated database. Once per test file; a second call stops the first one. */
export async function testApp(
  env: Record<string, string> = {},
  /** Prepares the database before the application starts. */
  prepare: (db: Db) => Promise<void> = async () => {},
): Promise<TestApp> {
  // An application that is still running would detect the reset as a different history and reload.
  await stopApps()
  const url = await cleanDatabase()
  const actors = await withDatabase(url, async (db) => {
    await prepare(db)
    return makeActors(db)
  })
  const settings = readSettings({
    DATABASE_URL: url,
    DATABASE_POOL_MAX: '6',
    INSECURE_COOKIES: 'true',
    // Avoids 503 responses on a busy machine.
    REQUEST_BUDGET_MS: '60000',
    ...env,
  })
  const app = await buildApp(settings, {
    logger: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    observe(http) {
      watchContract(http)
      callbacks.observe(http)
    },
    onStatement: watchLocks(),
  })
  running.add(app)
  afterAll(nothingBlocked)
  afterAll(stopApps)
  callbacks.begin()
  const client = (headers: Record<string, string>) => clientFor(app.http, headers)
  const as = Object.fromEntries(
    Object.entries(actors).map(([name, { token }]) => [name, client(token ? { authorization: token } : {})]),
  ) as Record<keyof Actors, Client>
  return { app, db: app.database.db, as, actors, client }
}

async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const database = openDatabase({ url, poolSize: 1 })
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

/** This worker's database, reset to its seed data. */
export async function cleanDatabase(): Promise<string> {
  const server = inject('postgres')
  const template = inject('template')
  const name = `${template}_${process.env.VITEST_POOL_ID ?? '0'}`
  const url = databaseUrl(server, name)
  if (!(await reset(url))) {
    const admin = new pg.Client({ connectionString: server })
    await admin.connect()
    await admin.query(`create database ${name} template ${template}`)
    await admin.end()
  }
  return url
}

async function reset(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.query('select reset_to_seed()')
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '3D000') return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

type Injector = {
  inject(options: InjectOptions): Promise<{ statusCode: number; body: string; headers: Answer['headers'] }>
}

function clientFor(http: unknown, headers: Record<string, string>): Client {
  const call = async (
    method: InjectOptions['method'],
    url: string,
    body: unknown,
    more: More = {},
  ): Promise<Answer> => {
    const response = await (http as Injector).inject({
      method: method as 'GET',
      url,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
        ...more.headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    return { status: response.statusCode, body: parse(response.body), headers: response.headers }
  }
  return {
    get: (url, more) => call('GET', url, undefined, more),
    delete: (url, more) => call('DELETE', url, undefined, more),
    post: (url, body, more) => call('POST', url, body, more),
    put: (url, body, more) => call('PUT', url, body, more),
    patch: (url, body, more) => call('PATCH', url, body, more),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
