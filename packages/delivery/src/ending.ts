import { writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { reasonOf } from '@flagstaff/contract/reason'

const FATAL = 60
const MOST_CHARACTERS = 500
const MOST_FRAMES = 3

/**
 * Ends the process with one line in the log that says why, in the format of all others. Node itself would print the line
 * of the bundle that threw, which can have a hundred thousand characters.
 */
export function endWith(error: unknown): never {
  const line = {
    level: FATAL,
    time: Date.now(),
    pid: process.pid,
    hostname: hostname(),
    ...detailsOf(error),
    msg: reasonOf(error).slice(0, MOST_CHARACTERS),
  }
  writeSync(1, `${JSON.stringify(line)}\n`)
  process.exit(1)
}

/** The code of an error of the system or of the database; otherwise where it was thrown, which only a bug needs. */
function detailsOf(error: unknown): object {
  if (!(error instanceof Error) || error.name === 'SettingError') return {}
  if ('code' in error) return { code: String(error.code) }
  const frames = error.stack?.split('\n').filter((text) => /^\s+at /.test(text)) ?? []
  return { at: frames.slice(0, MOST_FRAMES).map((text) => text.trim().slice(0, 100)) }
}

/** From now on an error that nothing catches ends the process in this way, too. */
export function endOnUncaught() {
  process.on('uncaughtException', endWith)
  process.on('unhandledRejection', endWith)
}
