import { fileURLToPath } from 'node:url'

/** What a server or edge prints if it blocked its event loop. */
export const BLOCKED = 'event loop blocked for'

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
