import { appendFileSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Blocked } from './callback-watch.ts'

/** What a server or edge prints if it blocked its event loop. */
export const BLOCKED = 'event loop blocked for'

/** A test fails from here on. The first use of a library and the noise of a busy machine stay below it. */
const FAILS_MS = 200
const folder = fileURLToPath(new URL('../../../.reports/', import.meta.url))

/** The callbacks that fail a test. Shorter ones are listed in `.reports/blocked.jsonl`, to be looked at. */
export function takeSevere(found: readonly Blocked[]): Blocked[] {
  const mild = found.filter(({ ms }) => ms <= FAILS_MS)
  if (mild.length > 0) {
    mkdirSync(folder, { recursive: true })
    appendFileSync(`${folder}blocked.jsonl`, mild.map((one) => `${JSON.stringify(one)}\n`).join(''))
  }
  return found.filter(({ ms }) => ms > FAILS_MS)
}

/** Arguments of Node that make a process watch its event loop. */
export const watchArguments = [
  '--import',
  fileURLToPath(new URL('callback-watch.process.ts', import.meta.url)),
]

/** Fails the test whose process blocked its event loop after it was ready. */
export function refuseBlocked(log: string) {
  const lines = log.split('\n').filter((line) => line.includes(BLOCKED))
  if (lines.length > 0) throw new Error(lines.join('\n'))
}
