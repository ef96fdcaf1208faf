import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Server and web, both reloading when a file changes. Ends both when one ends.

const root = fileURLToPath(new URL('..', import.meta.url))
const DATABASE_URL =
  process.env.DATABASE_URL ?? execFileSync('.ci/postgres', { cwd: root, encoding: 'utf8' }).trim()
const env = {
  INSECURE_COOKIES: 'true',
  // Secrets of identity providers are stored encrypted; they must be readable after the next start.
  ENCRYPTION_KEY: 'only for development',
  ...process.env,
  DATABASE_URL,
}

const start = (command: string, args: string[], cwd: string): ChildProcess =>
  spawn(command, args, { cwd: `${root}/${cwd}`, env, stdio: 'inherit' })

const children = [
  start(process.execPath, ['--watch', '--conditions=source', 'src/main.ts'], 'apps/server'),
  start('node_modules/.bin/vite', [], 'apps/web'),
]
const end = () => {
  for (const child of children) child.kill()
}
for (const child of children) child.on('exit', end)
process.on('SIGINT', end)
process.on('SIGTERM', end)
