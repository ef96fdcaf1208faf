import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../server/test/cluster/postgres.ts'
import { refuseBlocked, watchArguments } from '../../server/test/watched.ts'

export type EdgeProcess = {
  url: string
  /** Resolves once it serves flags. */
  ready(): Promise<void>
  get(path: string, token: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, token: string, body: unknown): Promise<Response>
  kill(): Promise<void>
  stop(): Promise<void>
  freeze(): void
  thaw(): void
  pid: number
  log(): string
}

const main = fileURLToPath(new URL(process.env.CI ? '../dist/main.js' : '../src/main.ts', import.meta.url))

/** Starts the real edge as a child process. */
export async function startEdge(env: Record<string, string>): Promise<EdgeProcess> {
  const port = env.PORT ?? (await freePort())
  const child = spawn(process.execPath, [...watchArguments, '--conditions=source', main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      HTTP_HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      SHUTDOWN_DELAY_SECONDS: '0',
      ...env,
    },
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk))
  const url = `http://127.0.0.1:${port}`
  const ask = (path: string, token: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { authorization: token, 'unleash-client-spec': '5.2.0', ...init.headers },
    })
  // Its last output may arrive after its exit.
  const closed = once(child, 'close')
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await closed
    refuseBlocked(log)
  }
  return {
    url,
    log: () => log,
    get: (path, token, headers = {}) => ask(path, token, { headers }),
    post: (path, token, body) =>
      ask(path, token, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    ready: () => waitReady(url, child, () => log),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    pid: child.pid ?? 0,
  }
}

async function waitReady(url: string, child: ChildProcess, log: () => string) {
  const until = performance.now() + 120_000
  while (performance.now() < until && child.exitCode === null) {
    const answer = await fetch(`${url}/internal-backstage/ready`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 10))
  }
  throw new Error(`the edge did not get ready: ${log()}`)
}
