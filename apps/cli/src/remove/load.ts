import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CliError } from '../exit.ts'

type Module = typeof import('@flagstaff/remove')

/** The package is large because of the compiler in it, so it is installed separately: in the project or next to this one. */
export async function loadRemove(folder: string): Promise<Module> {
  const path = pathIn(folder)
  try {
    const loaded: Module = path ? await import(pathToFileURL(path).href) : await import('@flagstaff/remove')
    return loaded
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new CliError(
      'This command needs the package @flagstaff/remove, which is not on npm yet. In a clone of Flagstaff, `pnpm release --dry-run` makes its tarball: install that in your project with npm.',
    )
  }
}

function pathIn(folder: string): string | undefined {
  try {
    return createRequire(join(folder, 'package.json')).resolve('@flagstaff/remove')
  } catch {
    return undefined
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
