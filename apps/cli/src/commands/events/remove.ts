import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@flagstaff/client/connect'
import type { Context } from '../../context.ts'
import { CliError, exits } from '../../exit.ts'
import { checkFile } from './file.ts'

type Options = { yes?: boolean }

const LOOK_EVERY_MS = 2_000

/** Removes the part that a file holds from the server, and waits until it is gone. */
export async function remove({ client, options, output }: Context<Options>, file: string) {
  const { first, last, events, sha256 } = await checkFile(file, output)
  if (!options.yes && !process.stdin.isTTY)
    throw new CliError('Add --yes to remove the events without confirmation.', exits.wrongUse)
  const api = client()
  await refuseEarly(api, last)
  if (!options.yes)
    await confirmed(
      `Permanently remove ${events} events (${first} to ${last}) from ${api.url}? Keep ${file}: it will be their only copy.`,
    )
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
    if (part?.state === 'removing') output.progress('The events match. Removing them')
    else if (part) output.progress(`${part.checked} of ${part.events} events compared`)
    await sleep(LOOK_EVERY_MS)
  }
}

/** Nobody should confirm what the server will refuse. */
async function refuseEarly(api: Client, last: number) {
  const { parts, removed } = await api.get('GET /api/admin/event-parts', {})
  if (removed.some((one) => one.last === last)) throw new CliError('These events were already removed.')
  const part = parts.find((one) => one.last === last)
  if (!part)
    throw new CliError(
      `No part ends with event ${last}. Export one that \`flagstaff events parts\` lists as full.`,
    )
  if (part.blocker !== null) throw new CliError(part.blocker)
}

async function confirmed(message: string) {
  const { confirm } = await import('@clack/prompts')
  if ((await confirm({ message })) !== true) throw new CliError('Nothing was removed.')
}
