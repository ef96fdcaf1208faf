import { existsSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import type { CallKind, FlagValue, KnownCall, Removal } from '@flagstaff/remove'
import type { Context } from '../context.ts'
import { CliError, exits } from '../exit.ts'
import { format } from '../remove/format.ts'
import { commit, filesWith, rootOf, startBranch } from '../remove/git.ts'
import { loadRemove } from '../remove/load.ts'

export type RemoveOptions = {
  value: string
  payload?: string
  project: string
  call?: string[]
  write?: boolean
  patch?: string
  branch?: boolean
}

/** Removes a flag from the code here. It does not ask a server. */
export async function remove(
  { options, output }: Pick<Context<RemoveOptions>, 'options' | 'output'>,
  flag: string,
) {
  const tsconfig = resolve(options.project)
  if (!existsSync(tsconfig))
    throw new CliError(
      `${options.project} was not found. Pass your tsconfig.json with --project.`,
      exits.wrongUse,
    )
  const folder = dirname(tsconfig)
  const root = rootOf(folder) ?? folder
  const { patchOf, removeFlag } = await loadRemove()
  output.progress('Reading the project')
  const removal = removeFlag({
    tsconfig,
    key: flag,
    value: valueFrom(options),
    calls: (options.call ?? []).map(callFrom),
  })
  const patch = patchOf(removal, root)
  const done = removal.changed.length > 0 ? save(removal, { options, folder, root, patch }) : undefined
  const summary = summaryOf(removal, root)
  const { changed, rejected, listed, elsewhere } = summary
  const document = { flag, changed, rejected, listed, elsewhere, patch, written: done ?? null }
  if (output.isJson) return output.result('', document)
  if (!done) output.verbatim(patch)
  output.note(textOf(summary, { flag, done }))
}

/** Words that people write for on and off. As the name of a variant, each of them would mean on. */
const notVariants = ['true', 'false', 'enabled', 'disabled', 'yes', 'no']

function valueFrom({ value, payload }: RemoveOptions): FlagValue {
  if (notVariants.includes(value.toLowerCase()))
    throw new CliError(
      `--value ${value} is unclear. Write on or off, or the name of a variant.`,
      exits.wrongUse,
    )
  if (value !== 'on' && value !== 'off')
    return payload === undefined ? { variant: value } : { variant: value, payload }
  if (payload !== undefined)
    throw new CliError('--payload needs the name of a variant in --value.', exits.wrongUse)
  return value
}

const kinds: readonly CallKind[] = ['enabled', 'string', 'number', 'object', 'variant', 'details']

/** `@acme/flags#isOn` or `src/flags.ts#pick=string` */
function callFrom(text: string): KnownCall {
  const [, module, name, kind = 'enabled'] = /^([^#]+)#(\w+)(?:=(\w+))?$/.exec(text) ?? []
  const known = kinds.find((one) => one === kind)
  if (!module || !name || !known)
    throw new CliError(
      `--call takes module#function or module#function=kind, where kind is ${kinds.join(', ')}.`,
      exits.wrongUse,
    )
  return { module, name, kind: known }
}

type Saving = { options: RemoveOptions; folder: string; root: string; patch: string }

/** Saves the changes as the options say, and returns where. */
function save(removal: Removal, { options, folder, root, patch }: Saving): string | undefined {
  if (options.patch !== undefined) {
    writeFileSync(options.patch, patch)
    return options.patch
  }
  if (!options.write && !options.branch) return undefined
  const paths = removal.changed.map(({ path }) => path)
  const outside = paths.find((path) => relative(root, path).startsWith('..'))
  if (outside !== undefined)
    throw new CliError(`${outside} is outside of ${root}. Use --patch, and apply the patch where it belongs.`)
  const branch = `flags/remove-${removal.key.replace(/[^\w-]+/g, '-')}`
  if (options.branch) startBranch(root, branch, paths)
  for (const { path, after } of removal.changed) writeFileSync(path, after)
  format(folder, paths)
  if (!options.branch) return 'the files'
  commit(root, paths, [
    `Remove the flag ${removal.key}`,
    textOf(summaryOf(removal, root), { flag: removal.key }),
  ])
  return `the branch ${branch}`
}

type Summary = {
  changed: string[]
  rejected: { path: string; errors: string[] }[]
  listed: { path: string; line: number; column: number; reason: string }[]
  /** Other files with the key, such as tests, settings and documents. */
  elsewhere: string[]
}

function summaryOf({ key, changed, rejected, listed }: Removal, root: string): Summary {
  const short = (path: string) => relative(root, path).split(sep).join('/')
  const known = new Set([...changed, ...rejected, ...listed].map(({ path }) => short(path)))
  return {
    changed: changed.map(({ path }) => short(path)),
    rejected: rejected.map((one) => ({ ...one, path: short(one.path) })),
    listed: listed.map((one) => ({ ...one, path: short(one.path) })),
    elsewhere: filesWith(root, key).filter((path) => !known.has(path)),
  }
}

function textOf(
  { changed, rejected, listed, elsewhere }: Summary,
  { flag, done }: { flag: string; done?: string | undefined },
): string {
  const files = changed.length === 1 ? '1 file' : `${changed.length} files`
  const lines = [
    done ? `Removed ${flag} from ${files}; written to ${done}` : `${flag} can be removed from ${files}`,
    ...rejected.flatMap(({ path, errors }) => [
      `${path} would not compile, so it was left as it is:`,
      ...errors.map((error) => `  ${error}`),
    ]),
    ...(listed.length > 0 ? ['Change by hand:'] : []),
    ...listed.map(({ path, line, column, reason }) => `  ${path}:${line}:${column} ${reason}`),
    ...(elsewhere.length > 0 ? ['The key is also in:', ...elsewhere.map((path) => `  ${path}`)] : []),
  ]
  return lines.join('\n')
}
