import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { CodeFlag, CodeSource, PlanCode } from '@flagstaff/contract/code'
import { codeLimits, type FlagstaffFile } from '@flagstaff/contract/code-files'
import { globPattern, globRoot } from '@flagstaff/files/glob'
import { readFlagFile, readFlagstaffFile } from '@flagstaff/files/read'
import { toWire } from '@flagstaff/files/to-wire'
import { FileError } from '@flagstaff/files/wire'
import { CliError, exits } from '../../exit.ts'
import { grouped } from './grouped.ts'

export type Repository = { folder: string; config: FlagstaffFile }
/** A repository with flag files. */
type ManagedRepository = {
  folder: string
  config: FlagstaffFile & Required<Pick<FlagstaffFile, 'owner' | 'projects'>>
}
export type Problem = { path: string; message: string }

/** The nearest `flagstaff.yaml`, in this folder or above. */
export function findRepository(folder = process.cwd()): Repository | undefined {
  const file = join(folder, 'flagstaff.yaml')
  if (existsSync(file)) return { folder, config: readConfig(file) }
  const parent = dirname(resolve(folder))
  return parent === folder ? undefined : findRepository(parent)
}

export function requireRepository(): ManagedRepository {
  const found = findRepository()
  if (!found)
    throw new CliError(
      'There is no flagstaff.yaml here or in a folder above. Create one with owner and projects.',
      exits.wrongUse,
    )
  const { folder, config } = found
  const { owner, projects } = config
  if (owner !== undefined && projects !== undefined) return { folder, config: { ...config, owner, projects } }
  const missing = [owner === undefined ? 'owner' : [], projects === undefined ? 'projects' : []].flat()
  throw new CliError(
    `${join(folder, 'flagstaff.yaml')} has no ${missing.join(' and no ')}. Add ${missing.length > 1 ? 'them' : 'it'} to manage flags with files.`,
    exits.wrongUse,
  )
}

function readConfig(file: string): FlagstaffFile {
  try {
    return readFlagstaffFile(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof FileError) throw new CliError(`flagstaff.yaml: ${error.message}`, exits.wrongUse)
    throw error
  }
}

/** All flag files of a repository. What is wrong with one does not hide what is wrong with others. */
export function readFlags({ folder, config }: Repository): { flags: CodeFlag[]; problems: Problem[] } {
  const flags: CodeFlag[] = []
  const problems: Problem[] = []
  let bytes = 0
  for (const [project, { files }] of Object.entries(config.projects ?? {}))
    for (const path of listFiles(folder, files)) {
      const text = readFileSync(join(folder, path), 'utf8')
      bytes += text.length
      if (bytes > codeLimits.allBytes || flags.length >= codeLimits.flags)
        throw new CliError(
          `The files are more than ${codeLimits.flags} flags or ${codeLimits.allBytes} bytes. Split them by owner.`,
        )
      try {
        const content = readFlagFile(text)
        toWire(content)
        flags.push({ project, path, content })
      } catch (error) {
        if (!(error instanceof FileError)) throw error
        problems.push({ path, message: error.message })
      }
    }
  return { flags, problems: [...problems, ...repeated(flags)] }
}

const repeated = (flags: readonly CodeFlag[]): Problem[] =>
  [...grouped(flags, ({ content }) => content.flag)].flatMap(([name, [first, second]]) =>
    first && second ? [{ path: second.path, message: `The flag ${name} is in ${first.path}, too.` }] : [],
  )

/** Paths below a folder that match, with forward slashes. Links are not followed: they could lead anywhere. */
export function listFiles(folder: string, glob: string): string[] {
  const pattern = globPattern(glob)
  const found: string[] = []
  const visit = (path: string) => {
    if (!existsSync(path)) return
    for (const name of readdirSync(path).sort()) {
      const child = join(path, name)
      const state = lstatSync(child)
      const shown = relative(folder, child).split(sep).join('/')
      if (state.isDirectory() && name !== 'node_modules' && name !== '.git') visit(child)
      else if (state.isFile() && pattern.test(shown)) found.push(shown)
    }
  }
  const root = join(folder, globRoot(glob))
  if (existsSync(root) && !isInside(folder, root))
    throw new CliError(`${glob} leads out of the folder of flagstaff.yaml.`, exits.wrongUse)
  visit(root)
  return found
}

/** Where links lead counts. */
export function isInside(folder: string, path: string): boolean {
  const below = relative(realpathSync(folder), realpathSync(path))
  return below === '' || (!below.startsWith('..') && !isAbsolute(below))
}

type Options = { overwrite?: string[]; take?: boolean }

/** What the server needs to plan. Throws if a file cannot be read. */
export function readPlanBody(repository: ManagedRepository, { overwrite, take }: Options): PlanCode {
  const { flags, problems } = readFlags(repository)
  if (problems.length > 0)
    throw new CliError(['Some files cannot be read:', ...problems.map(describe)].join('\n  '), exits.wrongUse)
  return {
    owner: repository.config.owner,
    source: sourceOf(repository.folder),
    config: Object.fromEntries(
      Object.entries(repository.config.projects).map(([name, { files: _, ...managed }]) => [name, managed]),
    ),
    flags,
    ...(overwrite ? { overwrite } : {}),
    ...(take ? { take } : {}),
  }
}

export const describe = ({ path, message }: Problem): string => `${path}: ${message}`

/** The commit, and on GitHub the address of its files. */
function sourceOf(folder: string): CodeSource {
  const { GITHUB_SHA, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env
  const commit = GITHUB_SHA ?? gitCommit(folder)
  const isGithub = GITHUB_SERVER_URL && GITHUB_REPOSITORY && commit
  return {
    ...(GITHUB_REPOSITORY ? { repository: GITHUB_REPOSITORY } : {}),
    ...(commit ? { commit } : {}),
    ...(isGithub ? { url: `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/${commit}` } : {}),
  }
}

function gitCommit(folder: string): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}
