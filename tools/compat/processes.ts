import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const REFERENCE = '8.2.0'
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = `${root}.tools/unleash`

export const ADMIN = { username: 'admin', password: 'Compat-admin-7' }

/** The same initial data for both servers, and high rate limits. */
const common = {
  HTTP_HOST: '127.0.0.1',
  SHUTDOWN_DELAY_SECONDS: '0',
  UNLEASH_DEFAULT_ADMIN_USERNAME: ADMIN.username,
  UNLEASH_DEFAULT_ADMIN_PASSWORD: ADMIN.password,
  SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000',
  CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000',
  PASSWORD_RESET_LIMIT_PER_MINUTE: '1000',
  DATABASE_SSL: 'false',
  UNLEASH_URL: 'http://localhost:4242',
  NODE_ENV: 'production',
}

export type Program = {
  name: string
  cwd: string
  args: string[]
  env: Record<string, string>
  /** A path that returns 200 once the program is ready. */
  ready?: string
}
export type Running = { url: string; pid: number; signal(name: NodeJS.Signals): void; end(): Promise<void> }
export type Place = {
  database: string
  port?: number
  /** A wrapper command, such as `taskset`. */
  under?: string[]
}

/** The built server, of this checkout or of another one. */
export function flagstaff(checkout = root): Program {
  const main = join(checkout, 'apps/server/dist/main.js')
  if (!existsSync(main)) throw new Error('build first: pnpm build')
  const env = { INSECURE_COOKIES: 'true', LOG_LEVEL: 'fatal' }
  return { name: 'flagstaff', cwd: checkout, args: [main], env }
}

/** The built edge, with its upstream. */
export function edge(upstream: string, token: string, folder: string): Program {
  const main = `${root}apps/edge/dist/main.js`
  if (!existsSync(main)) throw new Error('build first: pnpm build')
  const env = { UPSTREAM_URL: upstream, TOKENS: token, DATA_FOLDER: folder, LOG_LEVEL: 'fatal' }
  return { name: 'edge', cwd: root, args: [main], env, ready: '/internal-backstage/ready' }
}

/** The reference, installed from the registry: never a dependency, never read, only called over HTTP. */
export function unleash(): Program {
  install()
  const env = { CHECK_VERSION: 'false', SEND_TELEMETRY: 'false', LOG_LEVEL: 'fatal' }
  return { name: 'unleash', cwd: folder, args: ['start.mjs'], env }
}

/** Starts a program on a new database. */
export async function start(
  program: Program,
  server: string,
  place: Omit<Place, 'database'> = {},
): Promise<Running> {
  const database = await createDatabase(server, `compat_${program.name}_${process.pid}`)
  try {
    const running = await launch(program, { ...place, database: database.url })
    return {
      ...running,
      end: async () => {
        await running.end()
        await database.drop()
      },
    }
  } catch (error) {
    await database.drop()
    throw error
  }
}

function install() {
  const done = `${folder}/installed-${REFERENCE}`
  if (existsSync(done)) return
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/package.json`, '{ "private": true, "type": "module" }\n')
  writeFileSync(`${folder}/start.mjs`, "import { start } from 'unleash-server'\nawait start({})\n")
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', `unleash-server@${REFERENCE}`]
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
  execFileSync('npm', args, { cwd: folder, env, stdio: 'inherit', timeout: 600_000 })
  writeFileSync(done, '')
}

export async function launch(
  { name, cwd, args, env, ready = '/ready' }: Program,
  place: Place,
): Promise<Running> {
  const port = place.port ?? (await freePort())
  const [command = process.execPath, ...rest] = [...(place.under ?? []), process.execPath, ...args]
  const child = spawn(command, rest, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // Receivers of integrations run on this machine.
      UNLEASH_ALLOW_PRIVATE_URL_IN_INTEGRATION: 'true',
      ...common,
      ...env,
      DATABASE_URL: place.database,
      HTTP_PORT: String(port),
      PORT: String(port),
    },
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk))
  child.once('exit', (code) => {
    if (code) console.error(`${name} ended by itself: ${log.slice(-2000)}`)
  })
  const url = `http://127.0.0.1:${port}`
  try {
    await isReady(`${url}${ready}`, child)
  } catch (error) {
    await endProcess(child)
    throw new Error(`${name} did not start: ${log.slice(-2000)}`, { cause: error })
  }
  const signal = (signal: NodeJS.Signals) => void child.kill(signal)
  return { url, pid: child.pid ?? 0, signal, end: () => endProcess(child) }
}

async function endProcess(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const hard = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(hard)
}

async function isReady(url: string, child: ChildProcess) {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error('it ended')
    const ready = await fetch(url).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (ready) return
    await new Promise((done) => setTimeout(done, 10))
  }
  throw new Error('it took too long')
}

type Client = { connect(): Promise<void>; query(text: string): Promise<unknown>; end(): Promise<void> }

/** A role as an application has it: not a superuser, and without rights beyond its own databases. */
type Role = { name: string; password: string; drop(): Promise<void> }

export async function createRole(server: string, name: string): Promise<Role> {
  const password = randomBytes(12).toString('hex')
  await onServer(server, `create role ${name} login password '${password}'`)
  return { name, password, drop: () => onServer(server, `drop role ${name}`) }
}

type Creation = { template?: string; owner?: Role }

/** The URL is for the owner, if one is given. */
export async function createDatabase(
  server: string,
  name: string,
  { template = 'template1', owner }: Creation = {},
) {
  const url = Object.assign(new URL(server), {
    pathname: `/${name}`,
    ...(owner ? { username: owner.name, password: owner.password } : {}),
  })
  await onServer(server, `create database ${name} template ${template} ${owner ? `owner ${owner.name}` : ''}`)
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) }
}

const onServer = (server: string, statement: string) =>
  withDatabase(server, (query) => query(statement).then(() => {}))

/** One connection, for as long as `work` takes. */
export async function withDatabase(
  url: string,
  work: (query: (statement: string) => Promise<unknown>) => Promise<void>,
) {
  // The tools have no dependencies, so load the server's driver.
  const load = createRequire(new URL('../../apps/server/package.json', import.meta.url))
  const pg = load('pg') as { Client: new (options: { connectionString: string }) => Client }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work((statement) => client.query(statement)).finally(() => client.end())
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
