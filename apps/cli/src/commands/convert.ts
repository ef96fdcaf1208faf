import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FlagFile } from '@flagstaff/contract/code-files'
import { convert as convertExport, isProduct, type Note } from '@flagstaff/files/convert'
import { readFlagFile } from '@flagstaff/files/read'
import { FileError } from '@flagstaff/files/wire'
import { writeFlagFile } from '@flagstaff/files/write'
import type { Context } from '../context.ts'
import { CliError, exits } from '../exit.ts'

export type ConvertOptions = { out: string; env: string; overwrite?: boolean; add?: boolean }

/** Writes flag files from what another product exported. Nothing is sent to a server. */
export async function convert(
  { options, output }: Pick<Context<ConvertOptions>, 'options' | 'output'>,
  product: string,
  file: string,
) {
  if (!isProduct(product)) throw new CliError(`${product} is not known.`, exits.wrongUse)
  const { flags, notes } = converted(product, readExport(file), options.env)
  const files = flags.map((flag) => ({ path: join(options.out, `${flag.flag}.yaml`), flag }))
  const existing = files.filter(({ path }) => existsSync(path))
  if (existing.length > 0 && !options.overwrite && !options.add)
    throw new CliError(
      `${existing[0]?.path} exists already. Use --add to add environments to it, --overwrite to replace it, or --out for another folder.`,
      exits.wrongUse,
    )
  mkdirSync(options.out, { recursive: true })
  for (const { path, flag } of files)
    writeFileSync(path, writeFlagFile(options.add && existsSync(path) ? added(path, flag) : flag))
  output.result(summary(files.length, options.out, notes), { files: files.map(({ path }) => path), notes })
}

/** The file with the environments of the flag beside those that it has. */
function added(path: string, flag: FlagFile): FlagFile {
  const before = readFlagFile(readFileSync(path, 'utf8'))
  return { ...before, environments: { ...before.environments, ...flag.environments } }
}

function converted(...given: Parameters<typeof convertExport>) {
  try {
    return convertExport(...given)
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    throw new CliError(`This is not an export of ${given[0]}: ${error.message}`, exits.wrongUse)
  }
}

function readExport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new CliError(`${file} cannot be read: ${(error as Error).message}`, exits.wrongUse)
  }
}

const summary = (count: number, out: string, notes: readonly Note[]) =>
  [
    `Wrote ${count} ${count === 1 ? 'file' : 'files'} to ${out}. Read them, then run \`flagstaff plan\`.`,
    ...notes.map(
      ({ flag, environment, text }) => `  ${flag}${environment ? ` in ${environment}` : ''}: ${text}`,
    ),
  ].join('\n')
