import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Failure } from './failure.ts'
import type { StartOptions } from './options.ts'

type Env = Record<string, string | undefined>

/** PostgreSQL refuses to run as root, so root starts it as `nobody`. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const isRoot = 'uid' in unprivileged

/** `nobody` cannot enter root's home folder. */
const forRoot = '/var/lib/flagstaff'

const home = (env: Env) => env.HOME ?? homedir()
const byPlatform: Partial<Record<NodeJS.Platform, { data(env: Env): string; cache(env: Env): string }>> = {
  darwin: {
    data: (env) => join(home(env), 'Library/Application Support/flagstaff'),
    cache: (env) => join(home(env), 'Library/Caches/flagstaff'),
  },
  win32: {
    data: (env) => join(env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), 'flagstaff/data'),
    cache: (env) => join(env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), 'flagstaff/cache'),
  },
}

export function cacheFolder(env: Env): string {
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'flagstaff')
  if (isRoot) return join(forRoot, 'cache')
  return byPlatform[process.platform]?.cache(env) ?? join(home(env), '.cache/flagstaff')
}

/** Creates the data folder and returns its path. */
export function openDataFolder(
  { data, name, temporary }: Pick<StartOptions, 'data' | 'name' | 'temporary'>,
  env: Env,
): string {
  if (temporary) {
    const folder = mkdtempSync(join(tmpdir(), 'flagstaff-'))
    if (isRoot) chmodSync(folder, 0o711)
    return passable(folder)
  }
  return passable(data ? resolve(data) : join(dataRoot(env), name))
}

function dataRoot(env: Env): string {
  if (env.XDG_DATA_HOME) return join(env.XDG_DATA_HOME, 'flagstaff')
  if (isRoot) return forRoot
  return byPlatform[process.platform]?.data(env) ?? join(home(env), '.local/share/flagstaff')
}

/** Creates a folder. If we are root, `nobody` must be able to enter it and every folder above it. */
export function passable(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: isRoot ? 0o711 : 0o700 })
  return isRoot ? checkParents(folder) : folder
}

function checkParents(folder: string): string {
  for (let path = folder; path !== dirname(path); path = dirname(path))
    if ((statSync(path).mode & 0o001) === 0)
      throw new Failure(
        `PostgreSQL runs as an unprivileged user if you are root, and that user cannot enter ${path}. Choose another folder with --data, or run: chmod o+x ${path}`,
      )
  return folder
}

/** A Unix socket's path has at most about 100 bytes. */
export function socketFolder(data: string): string {
  const folder = join(data, 'socket')
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= 100) return folder
  return join(tmpdir(), `flagstaff-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`)
}
