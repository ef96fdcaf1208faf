import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setRequestBudget } from '../../src/platform/database/deadline.ts'
import type { Answer } from '../kit.ts'
import { refuseBlocked, watchArguments } from '../watched.ts'
import { freePort } from './postgres.ts'

/** The real server in a separate process. */
export type Server = {
  url: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  kill(): Promise<void>
  stop(): Promise<void>
  freeze(): void
  thaw(): void
  pid: number
  log(): string
}
export type Reply = Pick<Answer, 'status' | 'body'> & { headers: Headers }

// Tests that query the database themselves need a large budget, too.
setRequestBudget(60_000)

/** The default time budget in production. */
export const REAL_BUDGET = { REQUEST_BUDGET_MS: '1800' }

export const ADMIN_TOKEN = '*:*.cluster-admin'
export const BACKEND_TOKEN = '*:development.cluster-backend'
export const FRONTEND_TOKEN = '*:development.cluster-frontend'

// CI tests the build; otherwise the sources are run directly.
export const main = fileURLToPath(
  new URL(process.env.CI ? '../../dist/main.js' : '../../src/main.ts', import.meta.url),
)

/** Starts a server and waits until it is ready. */
export async function startServer(
  databaseUrl: string,
  env: Record<string, string> = {},
  patienceMs = 120_000,
): Promise<Server> {
  const server = await spawnServer(databaseUrl, env)
  try {
    await server.ready(patienceMs)
  } catch (error) {
    await server.kill()
    throw new Error(`${error}: ${server.log()}`)
  }
  return server
}

/** Starts a server without waiting for it. */
export async function spawnServer(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<Server & { ready(patienceMs?: number): Promise<void> }> {
  const port = env.PORT ?? (await freePort())
  const entry = env.MAIN ?? main
  const conditions = entry.endsWith('.ts') ? ['--conditions=source'] : []
  const child = spawn(process.execPath, [...watchArguments, ...conditions, entry], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      HTTP_HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      SHUTDOWN_DELAY_SECONDS: '0',
      INSECURE_COOKIES: 'true',
      // Avoids 503 responses on a busy machine; tests of faults use the real budget.
      REQUEST_BUDGET_MS: '20000',
      INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
      INIT_BACKEND_API_TOKENS: BACKEND_TOKEN,
      INIT_FRONTEND_API_TOKENS: FRONTEND_TOKEN,
      UNLEASH_DEFAULT_ADMIN_USERNAME: 'admin',
      UNLEASH_DEFAULT_ADMIN_PASSWORD: 'Correct-horse-7',
      ...env,
    },
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk))
  const url = `http://127.0.0.1:${port}`
  // Wait for `close`, since output can arrive after the exit.
  const closed = once(child, 'close')
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await closed
    refuseBlocked(log)
  }
  return {
    url,
    ready: (patienceMs = 120_000) => isReady(url, child, patienceMs),
    call: (method, path, body, headers) => call(`${url}${path}`, method, body, headers),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    pid: child.pid ?? 0,
    log: () => log,
  }
}

async function call(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: ADMIN_TOKEN,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: parse(text),
    headers: response.headers,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function isReady(url: string, child: ChildProcess, patienceMs: number) {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error('the server ended')
    const ready = await fetch(`${url}/ready`).then(
      (response) => response.status === 200,
      () => false,
    )
    if (ready) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('the server did not get ready')
}

/** The headers of a signed-in administrator. */
export async function signIn(server: Server): Promise<Record<string, string>> {
  const body = { username: 'admin', password: 'Correct-horse-7' }
  const { headers } = await server.call('POST', '/auth/simple/login', body, { authorization: '' })
  return { authorization: '', cookie: headers.get('set-cookie')?.split(';')[0] ?? '' }
}
