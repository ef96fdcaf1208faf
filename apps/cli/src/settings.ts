import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { CliError, exits } from './exit.ts'

/** A server that the user has signed in to. */
export type StoredServer = {
  url: string
  token: string
  tokenId: number
  expiresAt: string
  /** Can only propose changes; for `flagstaff mcp`. */
  mcp?: { token: string; tokenId: number; expiresAt: string }
}
export type Config = { current?: string; servers: Record<string, StoredServer> }

type Environment = Readonly<Record<string, string | undefined>>
export type Source = 'option' | 'environment' | 'flagstaff.yaml' | 'sign-in'
export type Target = {
  url: string
  urlFrom: Source
  token: string | undefined
  tokenFrom: Source | undefined
}

const env: Environment = process.env

export function configFolder(): string {
  if (env.XDG_CONFIG_HOME) return join(env.XDG_CONFIG_HOME, 'flagstaff')
  if (process.platform === 'win32' && env.APPDATA) return join(env.APPDATA, 'flagstaff')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'flagstaff')
  return join(homedir(), '.config', 'flagstaff')
}

export const readConfig = (): Config => readStored<Config>('config.json') ?? { servers: {} }
export const writeConfig = (config: Config) => writeStored('config.json', config)

/** Reads a file in the user's folder; undefined if it does not exist. */
export function readStored<T>(name: string): T | undefined {
  const file = join(configFolder(), name)
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    throw new CliError(`${file} cannot be read. Correct or delete it.`)
  }
}

/** Only the user can read it. Replaced as a whole, so that a second command never reads half of it. */
export function writeStored(name: string, value: unknown) {
  const folder = configFolder()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, name)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, file)
}

/** The server and token of a command: the first one found of option, environment, `flagstaff.yaml` and sign-in. */
export function findTarget(options: { url?: string; token?: string }): Target | undefined {
  const config = readConfig()
  const current = config.current === undefined ? undefined : config.servers[config.current]
  const [url, urlFrom] = first([
    [options.url, 'option'],
    [env.FLAGSTAFF_URL, 'environment'],
    [readProjectUrl(process.cwd()), 'flagstaff.yaml'],
    [current?.url, 'sign-in'],
  ])
  if (!url || !urlFrom) return undefined
  const address = readUrl(url)
  // Anyone can write a `flagstaff.yaml`, so it cannot say where a token is sent: a stored one only goes to the server
  // that issued it, and one of the environment only to an address that was given with it.
  const isChosen = urlFrom === 'option' || urlFrom === 'environment'
  const stored = [current, ...Object.values(config.servers)].find((server) => server?.url === address)
  const [token, tokenFrom] = first([
    [options.token, 'option'],
    [isChosen ? env.FLAGSTAFF_TOKEN : undefined, 'environment'],
    [stored?.token, 'sign-in'],
  ])
  return { url: address, urlFrom, token, tokenFrom }
}

const first = (list: readonly [string | undefined, Source][]): [string | undefined, Source | undefined] =>
  list.find(([value]) => value !== undefined && value !== '') ?? [undefined, undefined]

/** Without a slash at its end. */
export function readUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CliError(`"${text}" is not a URL. Write it like https://flags.example.com.`, exits.wrongUse)
  return url.href.replace(/\/+$/, '')
}

/** The line `server:` of the nearest `flagstaff.yaml`, in this folder or above. */
export function readProjectUrl(folder: string): string | undefined {
  const file = join(folder, 'flagstaff.yaml')
  if (existsSync(file)) return /^server:\s*["']?([^\s"'#]+)/m.exec(readFileSync(file, 'utf8'))?.[1]
  const parent = dirname(resolve(folder))
  return parent === folder ? undefined : readProjectUrl(parent)
}
