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
  const file = value('DATABASE_URL_FILE')
  const url = file ? readText('DATABASE_URL_FILE', file).trim() : value('DATABASE_URL')
  if (url) return url
  const host = value('DATABASE_HOST')
  if (!host)
    throw new SettingError('Set DATABASE_URL to the URL of a PostgreSQL database, version 13 or newer.')
  const name = encodeURIComponent(value('DATABASE_USERNAME') ?? 'postgres')
  const password = value('DATABASE_PASSWORD')
  const account = password ? `${name}:${encodeURIComponent(password)}` : name
  return `postgres://${account}@${host}:${value('DATABASE_PORT') ?? 5432}/${value('DATABASE_NAME') ?? 'flagstaff'}`
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
