import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { CliError, exits } from '../../exit.ts'
import { checkFile } from './file.ts'

type Options = { yes?: boolean }

const LOOK_EVERY_MS = 2_000

/** Removes the part that a file holds from the server, and waits until it is gone. */
export async function remove({ client, options, output }: Context<Options>, file: string) {
  const { first, last, events, sha256 } = await checkFile(file, output)
  const api = client()
  if (!options.yes)
    await confirmed(`Remove ${events} events (${first} to ${last}) from ${api.url}? Keep ${file}.`)
  await api.call('POST /api/admin/event-parts/:last/removal', { params: { last }, body: { sha256 } })
  for (;;) {
    const { parts, removed } = await api.get('GET /api/admin/event-parts', {})
    const gone = removed.find((one) => one.last === last)
    if (gone) {
      output.result(`Removed the events ${first} to ${last}. Keep ${file}: it is their only copy.`, gone)
      return exits.done
    }
    const part = parts.find((one) => one.last === last)
    if (part?.failure) throw new CliError(part.failure)
    if (part) output.progress(`${part.checked} of ${part.events} events compared`)
    await sleep(LOOK_EVERY_MS)
  }
}

async function confirmed(message: string) {
  if (!process.stdin.isTTY) throw new CliError('Add --yes to remove without a question.', exits.wrongUse)
  const { confirm } = await import('@clack/prompts')
  if ((await confirm({ message })) !== true) throw new CliError('Nothing was removed.')
}
