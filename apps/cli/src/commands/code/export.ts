import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FlagFile } from '@flagstaff/contract/code-files'
import { globRoot } from '@flagstaff/files/glob'
import { updateFlagFile, writeFlagFile } from '@flagstaff/files/write'
import type { Context } from '../../context.ts'
import { CliError, exits } from '../../exit.ts'
import { findRepository, isInside, type Repository, readFlags } from './files.ts'

type Options = { project?: string; dir?: string }

/** Writes new files, and brings existing ones up to date with their comments. */
export async function exportFiles({ client, options, output }: Context<Options>) {
  const repository = findRepository()
  const projects = options.project ? [options.project] : Object.keys(repository?.config.projects ?? {})
  if (projects.length === 0)
    throw new CliError('Name a project with --project, or list projects in flagstaff.yaml.', exits.wrongUse)
  const counts = { created: 0, updated: 0, same: 0 }
  for (const project of projects) {
    const { flags } = await client().get('GET /api/admin/code/export', { query: { project } })
    for (const flag of flags) counts[writeFlag(pathFor(repository, project, flag, options), flag)] += 1
  }
  const { created, updated, same } = counts
  output.result(
    `${created} ${created === 1 ? 'file' : 'files'} created, ${updated} updated, ${same} unchanged.`,
    counts,
  )
  return exits.done
}

function writeFlag(path: string, flag: FlagFile): 'created' | 'updated' | 'same' {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true })
    // Fails if it is a link that leads nowhere.
    writeFileSync(path, writeFlagFile(flag), { flag: 'wx' })
    return 'created'
  }
  if (lstatSync(path).isSymbolicLink()) throw new CliError(`${path} is a link. Links are not written to.`)
  const before = readFileSync(path, 'utf8')
  const after = updateFlagFile(before, flag)
  if (after === before) return 'same'
  writeFileSync(path, after)
  return 'updated'
}

const paths = new WeakMap<Repository, ReadonlyMap<string, string>>()

/** The file that has the flag already, or a new one named like it. */
function pathFor(repository: Repository | undefined, project: string, { flag }: FlagFile, options: Options) {
  if (!repository) return join(options.dir ?? join('flags', project), `${fileName(flag)}.yaml`)
  const known = paths.get(repository) ?? knownPaths(repository)
  paths.set(repository, known)
  const found = known.get(flag)
  if (found !== undefined) return join(repository.folder, found)
  const glob = repository.config.projects?.[project]?.files
  const root = join(repository.folder, glob === undefined ? `flags/${project}` : globRoot(glob))
  if (existsSync(root) && !isInside(repository.folder, root))
    throw new CliError(`${root} leads out of the folder of flagstaff.yaml.`, exits.wrongUse)
  const folder = options.dir ?? root
  return join(folder, `${fileName(flag)}.yaml`)
}

const knownPaths = (repository: Repository) =>
  new Map(readFlags(repository).flags.map(({ path, content }) => [content.flag, path]))

/** Names of flags come from a server, and must not lead out of the folder. */
const fileName = (flag: string): string => flag.replaceAll(/[^\w.~-]/g, '_').replace(/^\.+/, '_')
