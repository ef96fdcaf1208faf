import { execFileSync } from 'node:child_process'
import { CliError } from '../exit.ts'

const git = (folder: string, args: readonly string[]): string =>
  execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1e8,
  })

/** The root of the repository, if the folder is in one. */
export function rootOf(folder: string): string | undefined {
  try {
    return git(folder, ['rev-parse', '--show-toplevel']).trim()
  } catch {
    return undefined
  }
}

/** Tracked files that contain the text. */
export function filesWith(root: string, text: string): string[] {
  try {
    return git(root, ['grep', '-lzF', '-e', text]).split('\0').filter(Boolean)
  } catch {
    // git ends with status 1 if there are none.
    return []
  }
}

/** Creates a branch for files that have no other changes. */
export function startBranch(root: string, name: string, paths: readonly string[]): void {
  const changed = git(root, ['status', '--porcelain', '--', ...paths]).trim()
  if (changed !== '') throw new CliError(`Commit or stash the changes of these files first:\n${changed}`)
  git(root, ['switch', '--quiet', '--create', name])
}

export function commit(root: string, paths: readonly string[], messages: readonly string[]): void {
  git(root, ['commit', '--quiet', ...messages.flatMap((text) => ['-m', text]), '--', ...paths])
}
