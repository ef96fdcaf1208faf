import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

// Serves the application at PORT with hot reload: Vite serves the pages and proxies everything else to the server,
// which listens on a free port. If one of them exits, the other is stopped.

const root = fileURLToPath(new URL('..', import.meta.url))
const DATABASE_URL =
  process.env.DATABASE_URL ?? execFileSync('.ci/postgres', { cwd: root, encoding: 'utf8' }).trim()
const port = process.env.PORT ?? '4242'
if (!/^\d{1,5}$/.test(port)) {
  console.error(`PORT must be a number; it is ${port}.`)
  process.exit(1)
}
const serverPort = await findFreePort()
const env = {
  INSECURE_COOKIES: 'true',
  // Secrets of identity providers are stored encrypted and must be readable after a restart.
  ENCRYPTION_KEY: 'only for development',
  UNLEASH_URL: `http://localhost:${port}`,
  ...process.env,
  DATABASE_URL,
}

const start = (folder: string, args: string[], more: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['--conditions=source', ...args], {
    cwd: `${root}/${folder}`,
    env: { ...env, ...more },
    stdio: 'inherit',
  })

const children = [
  start('apps/server', ['--watch', '--watch-preserve-output', 'src/main.ts'], {
    PORT: serverPort,
    HTTP_HOST: '127.0.0.1',
  }),
  start('apps/web', ['node_modules/vite/bin/vite.js', '--clearScreen', 'false'], {
    PORT: port,
    DEV_SERVER: `http://127.0.0.1:${serverPort}`,
  }),
]
let stopping = false
const end = () => {
  stopping = true
  for (const child of children) child.kill()
}
for (const child of children)
  child.on('exit', () => {
    if (!stopping) process.exitCode = 1
    end()
  })
process.on('SIGINT', end)
process.on('SIGTERM', end)

async function findFreePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return String(typeof address === 'object' ? address?.port : address)
}
