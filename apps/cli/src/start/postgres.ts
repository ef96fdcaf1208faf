import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { Failure } from './failure.ts'
import { findFreePort } from './free-port.ts'
import { keepRunning } from './keep-running.ts'
import { socketFolder, unprivileged } from './places.ts'

const run = promisify(execFile)
const isWindows = process.platform === 'win32'
const DATABASE = 'flagstaff'
const START_MS = 60_000
const STOP_MS = 60_000

export type Postgres = {
  url: string
  /** Replaces the database by an empty one. */
  startOver(): Promise<void>
  stop(): Promise<void>
}

/** The address of a running PostgreSQL. On Windows it listens on a port, elsewhere on a socket that only its owner can open. */
type Address = { host: string; port: number; password?: string | undefined }

const urlOf = ({ host, port, password }: Address, database: string) => {
  const account = password ? `postgres:${password}` : 'postgres'
  return isWindows
    ? `postgres://${account}@${host}:${port}/${database}`
    : `postgres://${account}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** Starts PostgreSQL on the data folder, or adopts the one that runs on it already. It is started again if it ends. */
export async function openPostgres(
  bin: string,
  data: string,
  say: (text: string) => void,
): Promise<Postgres> {
  const cluster = join(data, 'postgres')
  if (!existsSync(join(cluster, 'PG_VERSION'))) await initialize(bin, data, cluster)
  const adopted = await adopt(data, cluster)
  if (!adopted) writeFileSync(logOf(data), '', { mode: 0o600 })
  const first = adopted ?? (await launch(bin, data, cluster, await chooseAddress(data)))
  const { address } = first
  let { pid } = first
  await createDatabase(address)
  const keeper = keepRunning({
    hasEnded: () => !isAlive(pid),
    start: async () => {
      pid = (await launch(bin, data, cluster, address)).pid
    },
    say,
    log: logOf(data),
  })
  return {
    url: urlOf(address, DATABASE),
    async startOver() {
      await query(address, `drop database if exists ${DATABASE} with (force)`)
      await createDatabase(address)
    },
    async stop() {
      await keeper.stop()
      // SIGINT is PostgreSQL's fast shutdown: it ends connections and writes everything to disk.
      if (isWindows) await run(join(bin, 'pg_ctl'), ['stop', '-D', cluster, '-m', 'fast'])
      else if (isAlive(pid)) process.kill(pid, 'SIGINT')
      // It deletes this file last. In a container without an init process, an ended process still seems to exist.
      await until(() => !isAlive(pid) || !existsSync(join(cluster, 'postmaster.pid')), STOP_MS)
    },
  }
}

const logOf = (data: string) => join(data, 'postgres.log')

/** On Windows a port that is free now, elsewhere a socket. */
async function chooseAddress(data: string): Promise<Address> {
  if (!isWindows) return { host: socketFolder(data), port: 5432 }
  const password = readFileSync(join(data, 'password'), 'utf8')
  return { host: '127.0.0.1', port: await findFreePort(), password }
}

async function initialize(bin: string, data: string, cluster: string) {
  // An interrupted initialisation leaves a folder that cannot be used.
  const fresh = `${cluster}.new`
  rmSync(fresh, { recursive: true, force: true })
  makeFolder(fresh)
  const password = isWindows ? savePassword(data) : undefined
  const access = password ? ['-A', 'scram-sha-256', '--pwfile', password] : ['-A', 'trust']
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const args = ['-D', fresh, '-U', 'postgres', '-E', 'UTF8', ...locale, ...access]
  try {
    await run(join(bin, 'initdb'), args, { ...unprivileged, cwd: fresh })
  } catch (error) {
    throw new Failure(`PostgreSQL could not create its data folder:\n${(error as Error).message}`)
  }
  renameSync(fresh, cluster)
}

function makeFolder(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  if (unprivileged.uid !== undefined) chownSync(folder, unprivileged.uid, unprivileged.gid)
}

function savePassword(data: string): string {
  const file = join(data, 'password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return file
}

/** The PostgreSQL that a killed start left behind. */
async function adopt(data: string, cluster: string) {
  const lock = join(cluster, 'postmaster.pid')
  if (!existsSync(lock)) return undefined
  const [first, , , port, socket] = readFileSync(lock, 'utf8').split('\n')
  const pid = Number(first)
  if (!isAlive(pid)) return undefined
  const address: Address = isWindows
    ? { host: '127.0.0.1', port: Number(port), password: readFileSync(join(data, 'password'), 'utf8') }
    : { host: socket || socketFolder(data), port: Number(port) }
  try {
    await waitFor(address, () => isAlive(pid), 10_000)
    const served = await query(address, 'show data_directory')
    if (realpathSync(String(served)) === realpathSync(cluster)) return { pid, address }
  } catch {
    if (!isAlive(pid)) return undefined
  }
  throw new Failure(
    `Process ${pid} holds the data in ${data}, and it is not a PostgreSQL that Flagstaff can use. Stop that process, or choose other data with --name or --data. If it has nothing to do with Flagstaff, delete ${lock}.`,
  )
}

async function launch(bin: string, data: string, cluster: string, address: Address) {
  const log = logOf(data)
  if (!isWindows) makeFolder(address.host)
  const listen = isWindows
    ? ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
    : ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${address.host}`]
  const args = ['-D', cluster, '-p', String(address.port), ...listen]
  for (const deadline = Date.now() + START_MS; ; await pause(200)) {
    const before = statSync(log).size
    const output = openSync(log, 'a')
    // Its own process group: Ctrl-C must not reach it before the server has stopped.
    const child = spawn(join(bin, 'postgres'), args, {
      ...unprivileged,
      cwd: cluster,
      detached: !isWindows,
      stdio: ['ignore', output, output],
    })
    let ended = false
    child.on('error', () => {
      ended = true
    })
    child.on('exit', () => {
      ended = true
    })
    child.unref()
    if (child.pid !== undefined && (await waitFor(address, () => !ended, START_MS)))
      return { pid: child.pid, address }
    const said = readFileSync(log).subarray(before).toString()
    // The processes of a killed PostgreSQL need a moment to end.
    if (said.includes('pre-existing shared memory block') && Date.now() < deadline) continue
    throw new Failure(`PostgreSQL did not start. Its log, ${log}, says:\n${said.trim()}`)
  }
}

async function createDatabase(address: Address) {
  if (await query(address, `select 1 from pg_database where datname = '${DATABASE}'`)) return
  await query(address, `create database ${DATABASE}`)
}

/** The first value of the first row. */
async function query(address: Address, text: string): Promise<unknown> {
  const client = new pg.Client({
    connectionString: urlOf(address, 'postgres'),
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

/** Waits until PostgreSQL accepts connections; false if it ended. */
async function waitFor(address: Address, isRunning: () => boolean, ms: number): Promise<boolean> {
  let isThere = false
  await until(async () => {
    isThere = await query(address, 'select true').then(Boolean, () => false)
    return isThere || !isRunning()
  }, ms)
  return isThere
}

async function until(condition: () => boolean | Promise<boolean>, ms: number): Promise<void> {
  for (const deadline = Date.now() + ms; !(await condition()) && Date.now() < deadline; ) await pause(50)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
