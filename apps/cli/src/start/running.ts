import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from './failure.ts'
import { isAlive } from './postgres.ts'
import { responds } from './server.ts'

export const say = (text: string) => void process.stdout.write(`${text}\n`)

/** Says which process runs on a data folder. */
export const runningFile = (data: string) => join(data, 'running.json')

/** Encrypts the secrets in the database; kept beside it. */
export function readKey(data: string): string {
  const file = join(data, 'encryption-key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/** Two servers on the same data would work, but the first to end would stop PostgreSQL for both. */
export async function checkNotRunning(data: string) {
  const file = runningFile(data)
  if (!existsSync(file)) return
  const { pid, url } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number; url: string }
  if (isAlive(pid) && (await responds(`${url}/health`)))
    throw new Failure(`Flagstaff runs on the data in ${data} already, at ${url} (process ${pid}).`)
}
