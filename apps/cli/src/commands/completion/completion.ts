import type { Context } from '../../context.ts'
import { CliError, exits } from '../../exit.ts'
import { type Kind, listNames } from './names.ts'
import { completionFor } from './scripts.ts'

export async function completion(context: Context<{ names?: Kind }>, shell = '') {
  const { names } = context.options
  if (names !== undefined) {
    process.stdout.write((await listNames(context, names)).map((name) => `${name}\n`).join(''))
    return
  }
  const script = completionFor(shell, context.program)
  if (script === undefined)
    throw new CliError(
      `There is no completion for "${shell}". Choose bash, zsh, fish or powershell.`,
      exits.wrongUse,
    )
  process.stdout.write(`${script}\n`)
}
