import { CliError } from '../exit.ts'

type Module = typeof import('@flagstaff/remove')

/**
 * The package is large because of the compiler in it, so it is installed separately, next to this one. It is never taken
 * from the project: removing a flag must not run code of a repository that is only read.
 */
export async function loadRemove(): Promise<Module> {
  try {
    return await import('@flagstaff/remove')
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new CliError(
      'This command needs the package @flagstaff/remove next to this command line, and it is not on npm yet. In a clone of Flagstaff, `pnpm release --dry-run` makes its tarball and that of flagstaff: install both in one place with npm.',
    )
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
