import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** A PostgreSQL of its own, as durable as in production, that a test may stop, freeze or kill. */
export type Postgres = {
  url: string
  start(): Promise<void>
  /** The way an administrator stops it. */
  stop(): Promise<void>
  /** All of its processes at once, as in a power cut. */
  kill(): void
  freeze(): void
  thaw(): void
  remove(): Promise<void>
}

const bin = process.env.PG_BIN ?? newest()

function newest(): string {
  const root = '/usr/lib/postgresql'
  const version = readdirSync(root)
    .sort((a, b) => Number(a) - Number(b))
    .at(-1)
  return `${root}/${version}/bin`
}

/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0
const asPostgres = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : []
const run = (command: string, ...args: string[]) => {
  const [program = command, ...rest] = [...asPostgres, join(bin, command), ...args]
  return execFileSync(program, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

export async function makePostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'flagstaff-postgres-'))
  if (isRoot) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
    )
    chownSync(folder, uid ?? 0, gid ?? 0)
  }
  const data = join(folder, 'data')
  const port = await freePort()
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale')
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const options = [
    '-p',
    port,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    '-c',
    'max_connections=100',
  ]
  const signal = (name: NodeJS.Signals) => {
    for (const pid of family(postmaster(data))) {
      try {
        process.kill(pid, name)
      } catch {
        // It ended by itself between looking and signalling.
      }
    }
  }
  const postgres: Postgres = {
    url,
    async start() {
      const [program = '', ...args] = [
        ...asPostgres,
        join(bin, 'postgres'),
        '-D',
        data,
        ...options.map(String),
      ]
      spawn(program, args, { stdio: 'ignore', detached: true }).unref()
      await answers(url)
    },
    async stop() {
      run('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop')
    },
    kill: () => signal('SIGKILL'),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async remove() {
      signal('SIGCONT')
      try {
        run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
      } catch {
        // It was not running.
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await postgres.start()
  return postgres
}

const postmaster = (data: string): number =>
  Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

/** The postmaster and everything it started. */
function family(parent: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === parent)
    .map(Number)
  return [parent, ...children]
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return -1
  }
}

async function answers(url: string) {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 500 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => {})
      if (attempt > 300) throw error
      await new Promise((done) => setTimeout(done, 50))
    }
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
