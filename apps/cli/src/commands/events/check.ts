import type { Context } from '../../context.ts'
import { exits } from '../../exit.ts'
import { checkFile, textOf } from './file.ts'

export async function check({ output }: Context, file: string) {
  const checked = await checkFile(file, output)
  output.result(textOf(checked), checked)
  return exits.done
}
