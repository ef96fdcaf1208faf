import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRole } from './compat/processes.ts'

// Rehearses the runbook for backups on the built server: `node tools/rehearse-backup.ts postgres://…`. It dumps a
// database while the server runs, restores the dump as another database, and checks what is served from that. All of it
// is done by an ordinary role; only the databases are created by the role in the address.

const [, , postgres] = process.argv
if (!postgres) throw new Error('name a PostgreSQL server: node tools/rehearse-backup.ts postgres://…')
const TOKEN = '*:development.rehearsal'
const ADMIN = '*:*.rehearsal'
const PASSWORD = 'Correct-horse-7'

const dist = fileURLToPath(new URL('../apps/server/dist/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'backup-'))
const dump = join(folder, 'flagstaff.dump')
const names = ['source', 'copy'].map((name) => `backup_rehearsal_${process.pid}_${name}`)
const [source = '', copy = ''] = names
const role = await createRole(postgres, `backup_rehearsal_${process.pid}`)
const urlOf = (name: string) =>
  Object.assign(new URL(postgres), { pathname: `/${name}`, username: role.name, password: role.password })
    .href
const createDatabase = (name: string) =>
  tool('createdb', `--maintenance-db=${postgres}`, `--owner=${role.name}`, name)

/** The newest tools, as `.ci/postgres` runs the newest server. */
function tool(name: string, ...args: string[]): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(a) - Number(b)) : []
  const program = versions.length > 0 ? join(root, versions.at(-1) ?? '', 'bin', name) : name
  return execFileSync(program, args, { encoding: 'utf8' })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

const environment = (database: string) => ({
  ...process.env,
  DATABASE_URL: urlOf(database),
  LOG_LEVEL: 'error',
  INSECURE_COOKIES: 'true',
  INIT_ADMIN_API_TOKENS: ADMIN,
  INIT_BACKEND_API_TOKENS: TOKEN,
  UNLEASH_DEFAULT_ADMIN_USERNAME: 'admin',
  UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD,
})

async function startServer(database: string) {
  const port = await freePort()
  const child = spawn(process.execPath, [join(dist, 'main.js')], {
    env: {
      ...environment(database),
      PORT: String(port),
      HTTP_HOST: '127.0.0.1',
      SHUTDOWN_DELAY_SECONDS: '0',
    },
    stdio: 'inherit',
  })
  const closed = once(child, 'close')
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('the server ended')
    await new Promise((done) => setTimeout(done, 100))
  }
  const call = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await closed
  }
  return { call, stop }
}
type Server = Awaited<ReturnType<typeof startServer>>

const run = (database: string, file: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(dist, file), ...args], {
    env: environment(database),
    encoding: 'utf8',
  })

const flags = '/api/admin/projects/default/features'
async function createFlag(server: Server, name: string) {
  const admin = { authorization: ADMIN }
  expectStatus((await server.call('POST', flags, admin, { name })).status, 201)
  const on = `${flags}/${name}/environments/development/on`
  expectStatus((await server.call('POST', on, admin)).status, 200)
}

async function served(server: Server): Promise<string[]> {
  const { text } = await server.call('GET', '/api/client/features', { authorization: TOKEN })
  const { features } = JSON.parse(text) as { features: { name: string; enabled: boolean }[] }
  return features.filter(({ enabled }) => enabled).map(({ name }) => name)
}

function expectStatus(status: number, wanted: number) {
  if (status !== wanted) throw new Error(`expected status ${wanted}, not ${status}`)
}
const step = (text: string) => process.stdout.write(`${text}\n`)

let running: Server | undefined
try {
  createDatabase(source)
  running = await startServer(source)
  await createFlag(running, 'before')
  const signIn = { username: 'admin', password: PASSWORD }
  const { headers } = await running.call('POST', '/auth/simple/login', {}, signIn)
  const session = { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' }
  expectStatus((await running.call('GET', '/api/admin/user', session)).status, 200)

  tool('pg_dump', '--format=custom', `--file=${dump}`, urlOf(source))
  step('dumped while the server runs')
  await createFlag(running, 'after')
  await running.stop()

  createDatabase(copy)
  tool('pg_restore', '--no-owner', '--exit-on-error', `--dbname=${urlOf(copy)}`, dump)
  step('restored as another database')
  step(run(copy, 'main.js', 'restored', '--end-sessions').trim())
  step(run(copy, 'verify-chain.js').trim())

  running = await startServer(copy)
  const names = await served(running)
  if (names.join() !== 'before') throw new Error(`served ${names.join()} instead of the flags in the backup`)
  expectStatus((await running.call('GET', '/api/admin/user', session)).status, 401)
  await createFlag(running, 'again')
  if (!(await served(running)).includes('again')) throw new Error('a change after the restore is not served')
  await running.stop()
  running = undefined
  step(run(copy, 'verify-chain.js').trim())
  step('the copy serves the flags of the backup, and takes changes')
} finally {
  await running?.stop()
  for (const name of names) tool('psql', postgres, '-qc', `drop database if exists ${name} with (force)`)
  await role.drop()
  rmSync(folder, { recursive: true })
}
