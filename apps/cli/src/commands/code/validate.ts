import type { Context } from '../../context.ts'
import { exits } from '../../exit.ts'
import { describe, readFlags, requireRepository } from './files.ts'

export async function validate({ output }: Context) {
  const { flags, problems } = readFlags(requireRepository())
  if (problems.length > 0) {
    output.result(problems.map(describe).join('\n'), { flags: flags.length, problems })
    return exits.failed
  }
  output.result(`${flags.length} flags are valid.`, { flags: flags.length, problems })
  return exits.done
}
