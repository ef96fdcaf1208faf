import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'

export type Env = Readonly<Record<string, string | undefined>>

/** An invalid setting. The process ends with its message alone, since a stack would not help operators. */
export class SettingError extends Error {
  override name = 'SettingError'
}

/** For a Service named flagstaff, Kubernetes sets FLAGSTAFF_PORT to an address, in every pod of the namespace. */
const isServiceLink = (name: string, text: string) => /_PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(text)

export type FoundSetting = { name: string; text: string }

/**
 * Finds a setting under the first of its names that has a value. `FLAGSTAFF_X` wins over `X`, and `X_FILE`, a file that
 * contains the value, over `X`: secrets come as files in containers and from secret stores.
 */
export function findSetting(env: Env, names: readonly string[]): FoundSetting | undefined {
  for (const name of names.flatMap((one) => [`FLAGSTAFF_${one}`, one])) {
    const file = env[`${name}_FILE`]
    const text = file ? readText(`${name}_FILE`, file) : env[name]
    if (text && !isServiceLink(name, text)) return { name, text }
  }
  return undefined
}

function readText(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new SettingError(`${name}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** The levels of the log. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

const names = ['loopback', 'linklocal', 'uniquelocal']

/** Whether a text is an address, a range or one of the names that Fastify's `trustProxy` takes. */
export function isNetwork(text: string): boolean {
  const [address = '', range, ...more] = text.split('/')
  const version = isIP(address)
  if (names.includes(text)) return true
  if (version === 0 || more.length > 0) return false
  if (range === undefined || isIP(range) === 4) return true
  return /^\d+$/.test(range) && Number(range) > 0 && Number(range) <= (version === 4 ? 32 : 128)
}
