import type { Context } from '../context.ts'
import { CliError, exits } from '../exit.ts'

/** Verifies the whole log, or what was added after a position that was kept elsewhere. */
export async function verify({ client, output }: Context, known?: string) {
  const [, revision, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(known ?? '') ?? []
  if (known !== undefined && hash === undefined)
    throw new CliError('Pass the position as an earlier run printed it: revision:hash.', exits.wrongUse)
  const api = client()
  let last = { revision: Number(revision ?? 0), hash: hash ?? '' }
  for (;;) {
    const query = last.hash === '' ? {} : { after: last.revision, hash: last.hash }
    const found = await api.get('GET /api/admin/event-chain', { query })
    if (found.brokenAt !== undefined) {
      output.result(`The event log is broken at revision ${found.brokenAt}.`, found)
      return exits.failed
    }
    if (found.revision === last.revision) break
    last = found
    output.progress(`${found.revision} events`)
  }
  const position = `${last.revision}:${last.hash}`
  output.result(`${last.revision} events, the chain holds. Keep this elsewhere: ${position}`, {
    ...last,
    position,
  })
  return exits.done
}
