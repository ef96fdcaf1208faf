import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { folders } from './platform/folders.ts'

export const { version } = JSON.parse(readFileSync(folders.manifest, 'utf8')) as { version: string }

/** Replaced when the package is built. */
declare const BUILD_REVISION: string | undefined

/** The commit that runs, to tell two builds of one version apart; undefined outside of a repository. */
export function readRevision(): string | undefined {
  if (typeof BUILD_REVISION === 'string') return BUILD_REVISION || undefined
  try {
    const cwd = dirname(folders.manifest)
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}
