import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createDatabase, createRole, freePort } from '../compat/processes.ts'

/** The tokens of every installation, which pages may also write out. */
export const tokens = {
  TOKEN: '*:*.try-admin',
  BACKEND_TOKEN: '*:development.try-backend',
  FRONTEND_TOKEN: '*:development.try-frontend',
}
export type Installation = { url: string; databaseUrl: string; end(): Promise<void> }

export const main = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))

/** Starts installations on copies of one database, which are empty except for the tokens. */
export async function openInstallations(postgres: string, stop: AbortSignal) {
  const template = `snippets_${process.pid}`
  // Commands of pages must work for the role of an application.
  const owner = await createRole(postgres, template)
  const empty = await createDatabase(postgres, template, { owner })
  const end = async () => {
    await empty.drop()
    await owner.drop()
  }
  try {
    const first = await startServer(empty.url, stop)
    await first.end()
  } catch (error) {
    await end()
    throw error
  }
  let count = 0
  const create = async (): Promise<Installation> => {
    const database = await createDatabase(postgres, `${template}_${++count}`, { template, owner })
    try {
      const { url, end } = await startServer(database.url, stop)
      return { url, databaseUrl: database.url, end: () => end().finally(database.drop) }
    } catch (error) {
      await database.drop()
      throw error
    }
  }
  return { create, end }
}

async function startServer(databaseUrl: string, stop: AbortSignal) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [main], {
    // Ctrl-C must not reach it before its page has ended.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      HTTP_HOST: '127.0.0.1',
      SHUTDOWN_DELAY_SECONDS: '0',
      PORT: String(port),
      UNLEASH_URL: url,
      INSECURE_COOKIES: 'true',
      ENCRYPTION_KEY: 'only for the snippets of the documentation',
      INIT_ADMIN_API_TOKENS: tokens.TOKEN,
      INIT_BACKEND_API_TOKENS: tokens.BACKEND_TOKEN,
      INIT_FRONTEND_API_TOKENS: tokens.FRONTEND_TOKEN,
      // For busy machines.
      REQUEST_BUDGET_MS: '30000',
      LOG_LEVEL: 'warn',
    },
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk))
  try {
    await isReady(`${url}/ready`, child, stop)
  } catch (error) {
    await endProcess(child)
    throw new Error(`the server did not start: ${log.slice(-2000)}`, { cause: error })
  }
  return { url, end: () => endProcess(child) }
}

async function isReady(url: string, child: ChildProcess, stop: AbortSignal) {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    stop.throwIfAborted()
    if (child.exitCode !== null) throw new Error('it ended')
    const ready = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('it took too long')
}

async function endProcess(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const hard = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(hard)
}
