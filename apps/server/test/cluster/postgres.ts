import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** A separate PostgreSQL server with production durability that a test can stop, freeze or kill. */
export type Postgres = {
  url: string
  start(): Promise<void>
  /** A clean shutdown. */
  stop(): Promise<void>
  /** Kills all of its processes at once, like a power cut. */
  kill(): void
  freeze(): void
  thaw(): void
  remove(): Promise<void>
  /** A base backup, taken while it runs. */
  backUp(): Backup
  /** Stops the server, replaces its data with the backup, and starts it again. */
  restore(backup: Backup): Promise<void>
  /** Creates a streaming replica. */
  replicate(): Promise<Standby>
}
export type Backup = { folder: string }
export type Standby = Postgres & {
  /** Stops replication; it remains a standby. */
  disconnect(): Promise<void>
  /** Promotes it to a primary with the data it has received. */
  promote(): Promise<void>
  isCurrent(): Promise<boolean>
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
  const folder = newFolder()
  const data = join(folder, 'data')
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale')
  return startPostgres(folder, await freePort())
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'flagstaff-postgres-'))
  if (isRoot) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
    )
    chownSync(folder, uid ?? 0, gid ?? 0)
  }
  return folder
}

async function startPostgres(folder: string, port: number): Promise<Postgres> {
  const data = join(folder, 'data')
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    wal_level: 'replica',
    max_wal_senders: 4,
    hot_standby: 'on',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const signal = (name: NodeJS.Signals) => {
    for (const pid of family(postmaster(data))) {
      try {
        process.kill(pid, name)
      } catch {
        // It exited between the check and the signal.
      }
    }
  }
  const copyTo = (target: string, ...more: string[]) =>
    run(
      'pg_basebackup',
      '-D',
      target,
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      'postgres',
      '-c',
      'fast',
      ...more,
    )
  const postgres: Postgres = {
    url,
    async start() {
      const [program = '', ...args] = [
        ...asPostgres,
        join(bin, 'postgres'),
        '-D',
        data,
        '-p',
        String(port),
        ...options,
      ]
      const launch = () => {
        const child = spawn(program, args, { stdio: 'ignore', detached: true })
        child.unref()
        return child
      }
      let child = launch()
      await answers(url, () => {
        // Killed processes can hold the shared memory for a moment, and PostgreSQL does not start until it is free.
        if (child.exitCode !== null) child = launch()
      })
    },
    async stop() {
      run('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop')
    },
    kill: () => signal('SIGKILL'),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async remove() {
      if (existsSync(join(data, 'postmaster.pid'))) signal('SIGCONT')
      try {
        run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
      } catch {
        // It was not running.
      }
      rmSync(folder, { recursive: true, force: true })
    },
    backUp() {
      const backup = join(folder, `backup-${readdirSync(folder).length}`)
      copyTo(backup)
      return { folder: backup }
    },
    async restore(backup) {
      if (existsSync(join(data, 'postmaster.pid'))) run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
      rmSync(data, { recursive: true, force: true })
      const [program = 'cp', ...args] = [...asPostgres, 'cp', '-a', backup.folder, data]
      execFileSync(program, args)
      await postgres.start()
    },
    async replicate() {
      const home = newFolder()
      copyTo(join(home, 'data'), '-R')
      const standby = await startPostgres(home, await freePort())
      return {
        ...standby,
        disconnect: async () => {
          await query(standby.url, `alter system set primary_conninfo = ''`)
          await query(standby.url, 'select pg_reload_conf()')
          const receiving = () => query(standby.url, 'select 1 from pg_stat_wal_receiver')
          while ((await receiving()).length > 0) await later(20)
        },
        promote: async () => void (await query(standby.url, 'select pg_promote()')),
        /** Whether it has replayed everything from its primary. */
        isCurrent: async () => {
          const [[behind], [ahead]] = await Promise.all([
            query(standby.url, 'select pg_last_wal_replay_lsn() as at'),
            query(url, 'select pg_current_wal_lsn() as at'),
          ])
          return behind?.at === ahead?.at
        },
      }
    },
  }
  await postgres.start()
  return postgres
}

const postmaster = (data: string): number =>
  Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

/** The postmaster and its child processes. */
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

async function answers(url: string, onSilence: () => void) {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => {})
      if (performance.now() > until) throw error
      onSilence()
      await later(50)
    }
  }
}

/** After this time a process counts as hanging; it is not a performance limit. */
const PATIENCE_MS = 120_000
const later = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Runs one statement on a new connection. */
export async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => {})
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
