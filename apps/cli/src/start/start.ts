import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { demoUser } from '../demo/people.ts'
import { version } from '../version.ts'
import { Failure } from './failure.ts'
import { fetchPostgres } from './fetch-postgres.ts'
import { type Filling, openFilling } from './filling.ts'
import type { StartOptions } from './options.ts'
import { openDataFolder } from './places.ts'
import { openPostgres, type Postgres } from './postgres.ts'
import { checkNotRunning, readKey, runningFile, say } from './running.ts'
import { startServer } from './server.ts'

/** Runs the server until it is stopped, with its own PostgreSQL unless `DATABASE_URL` names another. Returns the exit code. */
export async function runServer(options: StartOptions): Promise<number> {
  const url = `http://localhost:${options.port}${setting('BASE_URI_PATH') ?? ''}`
  const stopped = onStop()
  const external = setting('DATABASE_URL') ?? setting('DATABASE_URL_FILE') ?? setting('DATABASE_HOST')
  if (external && options.demo)
    throw new Failure(
      '--demo creates administrators with a known password, so it works without DATABASE_URL only.',
    )
  const data = external ? undefined : openDataFolder(options, process.env)
  const filling = data ? openFilling(data, options.demo) : undefined
  const running = data ? runningFile(data) : undefined
  let postgres: Postgres | undefined
  try {
    if (data) await checkNotRunning(data)
    await checkPort(options.port)
    if (data && running) {
      const bin = await Promise.race([fetchPostgres(say), stopped.then(() => undefined)])
      if (bin === undefined) return 0
      postgres = await openPostgres(bin, data, say)
      await filling?.startOver(postgres)
      writeFileSync(running, JSON.stringify({ pid: process.pid, url }), { mode: 0o600 })
    }
    return await serve({ options, url, data, filling, postgres, stopped })
  } finally {
    await postgres?.stop()
    if (running && postgres) rmSync(running, { force: true })
    if (data && options.temporary) rmSync(data, { recursive: true, force: true })
  }
}

/** A setting of the server, as the server reads it. */
const setting = (name: string) => process.env[`FLAGSTAFF_${name}`] || process.env[name] || undefined

type Parts = {
  options: StartOptions
  url: string
  data: string | undefined
  filling: Filling | undefined
  postgres: Postgres | undefined
  stopped: Promise<void>
}

async function serve({ options, url, data, filling, postgres, stopped }: Parts): Promise<number> {
  const welcomed = data ? join(data, 'welcomed') : undefined
  const isFirst = welcomed !== undefined && !existsSync(welcomed)
  const token = isFirst ? newToken('default:development') : undefined
  const seeder = filling?.isDue ? newToken('*:*') : undefined
  const server = await startServer(
    url,
    {
      UNLEASH_URL: `http://localhost:${options.port}`,
      HTTP_HOST: '127.0.0.1',
      INSECURE_COOKIES: 'true',
      LOG_LEVEL: 'warn',
      // The first statements on a new database are slow on many machines, which is not worth a message.
      SLOW_QUERY_MS: '2000',
      ...process.env,
      // With the prefix, settings win over all others.
      FLAGSTAFF_HTTP_PORT: String(options.port),
      ...(postgres ? { FLAGSTAFF_DATABASE_URL: postgres.url } : {}),
      ...(data && !setting('ENCRYPTION_KEY') ? { ENCRYPTION_KEY: readKey(data) } : {}),
      ...(token ? { INIT_BACKEND_API_TOKENS: append(process.env.INIT_BACKEND_API_TOKENS, token) } : {}),
      ...(seeder ? { INIT_ADMIN_API_TOKENS: append(process.env.INIT_ADMIN_API_TOKENS, seeder) } : {}),
    },
    stopped,
  )
  if (!server) return 0
  try {
    if (seeder && filling && postgres) await filling.fill(url, seeder, postgres.url)
    if (welcomed) writeFileSync(welcomed, '')
    const setupLink = options.demo ? undefined : server.setupLink
    greet({ url, setupLink, token, demo: options.demo, data, temporary: options.temporary })
    if (options.open && process.stdout.isTTY && !process.env.CI) openBrowser(setupLink ?? url)
    const code = await Promise.race([server.ended, stopped.then(() => undefined)])
    if (code !== undefined) throw new Failure(`The server ended with code ${code}.`)
    return 0
  } finally {
    await server.stop()
  }
}

type Greeting = {
  url: string
  setupLink: string | undefined
  token: string | undefined
  demo: boolean
  data: string | undefined
  temporary: boolean
}

function greet({ url, setupLink, token, demo, data, temporary }: Greeting) {
  const rows: [string, string][] = []
  if (demo) rows.push(['sign in', `${demoUser.username}, password ${demoUser.password}`])
  if (setupLink) rows.push(['create your account', setupLink])
  if (token) rows.push(['backend token', `${token}   (shown once)`])
  if (data)
    rows.push(['data', temporary ? `${shorten(data)}   (deleted at the end)` : `${shorten(data)}   (kept)`])
  say(`Flagstaff ${version} is at ${url}`)
  for (const [name, value] of rows) say(`  ${name.padEnd(21)}${value}`)
  if (data) say('This is a trial: for production, use your own PostgreSQL with DATABASE_URL.')
  say('Ctrl-C stops it.')
}

const shorten = (path: string) =>
  path.startsWith(`${homedir()}/`) ? `~${path.slice(homedir().length)}` : path

const newToken = (scope: string) =>
  `${scope}.v2_${randomBytes(16).toString('base64url')}_${randomBytes(32).toString('base64url')}`

const append = (list: string | undefined, token: string) => (list ? `${list},${token}` : token)

async function checkPort(port: number) {
  const probe = createServer()
  await new Promise<void>((done, fail) => {
    probe.once('error', ({ code }: NodeJS.ErrnoException) =>
      fail(
        new Failure(
          code === 'EADDRINUSE'
            ? `Port ${port} is in use. Choose another with --port.`
            : `Port ${port} cannot be used (${code}). Choose another with --port.`,
        ),
      ),
    )
    probe.listen(port, '127.0.0.1', done)
  })
  await new Promise((done) => probe.close(done))
}

/** Resolves at the first signal to stop. Later ones change nothing: PostgreSQL needs the time to write its data. */
const onStop = (): Promise<void> =>
  new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done())
  })

function openBrowser(url: string) {
  const [program = '', ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url]
  spawn(program, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
