import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../exit.ts'

const MOST_BYTES = 1024 * 1024
const MOST_LISTED_BYTES = 256 * 1024 * 1024
const BINARY_BYTES = 8_000

export type SourceFile = { path: string; text: string }

/** The text files that git tracks in this folder. Links, binary files and files above 1 MB are left out. */
export function* sourceFiles(folder: string, only = /./): Generator<SourceFile> {
  for (const path of git(folder, 'ls-files', '-z').split('\0')) {
    const bytes = only.test(path) ? readPlain(join(folder, path)) : undefined
    if (bytes && !bytes.subarray(0, BINARY_BYTES).includes(0)) yield { path, text: bytes.toString('utf8') }
  }
}

function readPlain(file: string): Buffer | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (!found?.isFile() || found.size > MOST_BYTES) return undefined
  try {
    return readFileSync(file)
  } catch {
    // It was deleted in between, or is not readable.
    return undefined
  }
}

export function git(folder: string, ...args: string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: MOST_LISTED_BYTES,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    const reason = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new CliError(`git ${args[0]} failed: ${reason}`)
  }
}
