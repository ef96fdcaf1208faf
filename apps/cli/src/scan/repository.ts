import { CliError, exits } from '../exit.ts'
import { git } from './files.ts'

export type Repository = { name: string; branch: string; commit: string; urlTemplate: string | null }
type Given = { repository?: string; branch?: string; link?: string }

/** What is uploaded about the repository: from options, CI and git. */
export function describeRepository(folder: string, given: Given, env = process.env): Repository {
  const remote = given.repository === undefined || given.link === undefined ? readRemote(folder) : undefined
  const name = given.repository ?? remote?.name
  if (name === undefined)
    throw new CliError('The repository has no remote. Name it with --repository.', exits.wrongUse)
  const commit = git(folder, 'rev-parse', 'HEAD').trim()
  const branch =
    given.branch ?? env.GITHUB_REF_NAME ?? env.CI_COMMIT_REF_NAME ?? checkedOut(folder) ?? commit.slice(0, 12)
  return { name, branch, commit, urlTemplate: given.link ?? remote?.urlTemplate ?? null }
}

function checkedOut(folder: string): string | undefined {
  const name = git(folder, 'rev-parse', '--abbrev-ref', 'HEAD').trim()
  return name === 'HEAD' ? undefined : name
}

function readRemote(folder: string) {
  try {
    return parseRemote(git(folder, 'remote', 'get-url', 'origin').trim())
  } catch {
    return undefined
  }
}

/** The name of a repository, and the address of a line if the host is a well-known one. */
export function parseRemote(address: string): { name: string; urlTemplate: string | undefined } | undefined {
  const [, host, path] =
    /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+?)(?:\.git)?\/?$/.exec(address) ??
    /^(?:[^@/]*@)?([^/:]+):(?!\/)(.+?)(?:\.git)?\/?$/.exec(address) ??
    []
  if (host === undefined || path === undefined) return undefined
  return { name: path, urlTemplate: templates.get(host)?.(path) }
}

const templates = new Map<string, (path: string) => string>([
  ['github.com', (path) => `https://github.com/${path}/blob/{commit}/{path}#L{line}`],
  ['gitlab.com', (path) => `https://gitlab.com/${path}/-/blob/{commit}/{path}#L{line}`],
  ['bitbucket.org', (path) => `https://bitbucket.org/${path}/src/{commit}/{path}#lines-{line}`],
  ['codeberg.org', (path) => `https://codeberg.org/${path}/src/commit/{commit}/{path}#L{line}`],
])
