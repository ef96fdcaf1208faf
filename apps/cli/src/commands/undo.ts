import { finish, lastChange } from '../change.ts'
import type { Context } from '../context.ts'
import { CliError } from '../exit.ts'

export async function undo(context: Context<{ propose?: boolean }>, given?: string) {
  const client = context.client()
  const last = lastChange(client.url)
  const id = given ?? last?.id
  if (id === undefined) throw new CliError('There is no change of this computer to undo.')
  const { propose } = context.options
  const answer = await client.call('POST /api/admin/undo/:id', { params: { id } }, { propose })
  return finish(context, answer, given === undefined && last ? textAfter(last.text) : 'Undone')
}

/** An undo can be undone too. */
const textAfter = (text: string): string =>
  text.startsWith('Undone: ') ? text.replace('Undone', 'Redone') : `Undone: ${text.replace(/^Redone: /, '')}`
