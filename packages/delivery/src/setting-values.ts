import { isIP } from 'node:net'

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
