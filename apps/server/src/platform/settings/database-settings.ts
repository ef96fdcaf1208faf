import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { SettingError } from './setting-error.ts'

/** TLS options for PostgreSQL connections; if undefined, the database URL decides. */
export type DatabaseTls = boolean | ConnectionOptions | undefined

type Readers = {
  value(...names: string[]): string | undefined
  flag(fallback: boolean, ...names: string[]): boolean
}

export function readDatabaseUrl({ value }: Readers): string {
  const url = value('DATABASE_URL')
  if (url) return checkDatabaseUrl('DATABASE_URL', url)
  const host = value('DATABASE_HOST')
  if (!host)
    throw new SettingError('Set DATABASE_URL to the URL of a PostgreSQL database, version 13 or newer.')
  const name = encodeURIComponent(value('DATABASE_USERNAME') ?? 'postgres')
  const password = value('DATABASE_PASSWORD')
  const account = password ? `${name}:${encodeURIComponent(password)}` : name
  return `postgres://${account}@${host}:${value('DATABASE_PORT') ?? 5432}/${value('DATABASE_NAME') ?? 'flagstaff'}`
}

/**
 * Refuses a URL in which a character of the user name or password is not escaped: part of the password would be taken for
 * the host. The message has no part of the URL, since any could be the password.
 */
export function checkDatabaseUrl(name: string, url: string): string {
  const parts = /^postgres(?:ql)?:\/\/([^/?#]*)([^?]*)/i.exec(url)
  // The driver also takes paths of sockets.
  if (!parts && /^(\/|socket:)/.test(url)) return url
  const [, server = '', rest = ''] = parts ?? []
  const isSplit = server.split('@').length > 2 || rest.includes('@') || rest.includes('#')
  const address = server.split('@').at(-1) ?? ''
  const port = /:(\d*)$/.exec(address)?.[1]
  const hasPort = !/^[^[]*:/.test(address) || (port !== undefined && Number(port) < 65_536)
  if (parts && !isSplit && hasPort && isDecodable(server)) return url
  throw new SettingError(
    `${name} must be a URL such as postgres://user:password@host:5432/database. In the user name and password, write special characters as percent codes: %40 for @, %2F for /, %3A for :, %23 for #, %3F for ?, %25 for %.`,
  )
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Reads `DATABASE_SSL` (a boolean or JSON) and the file settings. The certificate is verified unless turned off. */
export function readDatabaseTls({ value, flag }: Readers): DatabaseTls {
  const tls = readJson('DATABASE_SSL', value('DATABASE_SSL'))
  const config = readJson('DATABASE_SSL_CA_CONFIG', value('DATABASE_SSL_CA_CONFIG'))
  const isChecked = flag(true, 'DATABASE_SSL_REJECT_UNAUTHORIZED')
  const parts: ConnectionOptions = {
    ...(typeof config === 'object' ? config : {}),
    ...(typeof tls === 'object' ? tls : {}),
    ...readFiles(value),
    ...(value('DATABASE_SSL_REJECT_UNAUTHORIZED') === undefined ? {} : { rejectUnauthorized: isChecked }),
  }
  if (tls === false) return false
  return Object.keys(parts).length > 0 ? parts : tls === true ? true : undefined
}

const files = [
  ['ca', 'DATABASE_SSL_CA_FILE'],
  ['cert', 'DATABASE_SSL_CERT_FILE'],
  ['key', 'DATABASE_SSL_KEY_FILE'],
] as const

const readFiles = (value: Readers['value']): ConnectionOptions =>
  Object.fromEntries(
    files.flatMap(([part, name]) => {
      const path = value(name)
      return path ? [[part, readText(name, path)]] : []
    }),
  )

function readText(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new SettingError(`${name}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function readJson(name: string, text: string | undefined): boolean | ConnectionOptions | undefined {
  if (text === undefined) return undefined
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'boolean' || (typeof read === 'object' && read !== null)) return read
  } catch {
    // Not JSON: fall through to the error below.
  }
  throw new SettingError(
    `${name} must be true, false or a JSON object such as {"rejectUnauthorized": false}.`,
  )
}
